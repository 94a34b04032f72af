import { storageEntry } from '#platform/browser-storage.ts'
import { sessionEmail } from '#shop/auth/auth-client.ts'
import { noteSessionEnd } from './session-end.ts'

/** The access token is where the specification wants it: in local storage (product 4.1), if it can be. */
export const accessToken = storageEntry('localStorage', 'accessToken')

/** Adds the bearer token to what `send` sends; one that ran out is renewed once and the call repeated. */
export function signedIn(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const token = accessToken.read() ?? (await renewToken())
    const answer = await send(input, withToken(init, token))
    if (answer.status !== 401) return answer
    const renewed = await renewToken()
    return renewed ? send(input, withToken(init, renewed)) : answer
  }
}

/** Like fetch, as the signed-in user. */
export const authorizedFetch: typeof fetch = signedIn((input, init) => fetch(input, init))

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
  if (!answer.ok) {
    const { status } = answer
    throw Object.assign(new Error(`No new token: status ${status}`), { status })
  }
  const { token } = (await answer.json()) as { token: string }
  accessToken.write(token)
  noteSessionEnd(false)
  return token
}

function forget(): null {
  accessToken.clear()
  noteSessionEnd(true)
  return null
}

function withToken(init: RequestInit | undefined, token: string | null): RequestInit {
  const headers = new Headers(init?.headers)
  if (token) headers.set('Authorization', `Bearer ${token}`)
  return { ...init, headers }
}
