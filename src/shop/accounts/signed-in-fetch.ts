import { sessionEmail } from './identity-call.ts'

const TOKEN = 'accessToken'

/** Keeps the access token where the specification wants it: in local storage (spec 4). */
export const accessToken = {
  key: TOKEN,
  read: () => localStorage.getItem(TOKEN),
  keep: (token: string) => localStorage.setItem(TOKEN, token),
  clear: () => localStorage.removeItem(TOKEN),
}

/** Like fetch, with the bearer token; one that ran out is renewed once and the call repeated. */
export const signedInFetch: typeof fetch = async (input, init) => {
  const token = accessToken.read() ?? (await renewToken())
  const answer = await fetch(input, withToken(init, token))
  if (answer.status !== 401) return answer
  const renewed = await renewToken()
  return renewed ? fetch(input, withToken(init, renewed)) : answer
}

let renewal: Promise<string | null> | undefined

/** Exchanges the session cookie for a new token, once for all who ask at the same time. */
export function renewToken(): Promise<string | null> {
  renewal ??= exchangeSession().finally(() => {
    renewal = undefined
  })
  return renewal
}

async function exchangeSession(): Promise<string | null> {
  const email = await sessionEmail()
  if (!email) return forget()
  const answer = await fetch(`/api/users/${encodeURIComponent(email)}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  if (answer.status === 401) return forget()
  if (!answer.ok) throw new Error(`No new token: status ${answer.status}`)
  const { token } = (await answer.json()) as { token: string }
  accessToken.keep(token)
  return token
}

function forget(): null {
  accessToken.clear()
  return null
}

function withToken(init: RequestInit | undefined, token: string | null): RequestInit {
  const headers = new Headers(init?.headers)
  if (token) headers.set('Authorization', `Bearer ${token}`)
  return { ...init, headers }
}
