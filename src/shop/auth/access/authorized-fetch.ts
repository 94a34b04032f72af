import { storageEntry } from '#platform/browser-storage.ts'
import { type ApiCreator, responseClient, restClient } from '#platform/http/api/rest-client.ts'
import { sessionEmail } from '#shop/auth/auth-client.ts'
import { setSessionEnded } from '#web/session-end.ts'

const stored = storageEntry('localStorage', 'accessToken')
let renewal: Promise<string | null> | undefined

/**
 * The access token in local storage (product 4.1), or in memory when storage is unavailable. A
 * renewal that is still under way when it is cleared stores nothing.
 */
export const accessToken = {
  ...stored,
  clear: (): void => {
    renewal = undefined
    stored.clear()
  },
}

/** Adds the bearer token to requests; renews an expired one once and repeats the request. */
export function signedIn(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const token = accessToken.read() ?? (await renewToken())
    const answer = await send(input, withToken(init, token))
    if (answer.status !== 401) return answer
    const renewed = await renewToken()
    return renewed ? send(input, withToken(init, renewed)) : answer
  }
}

/** Like fetch, with the current user's bearer token. */
export const authorizedFetch: typeof fetch = signedIn((input, init) => fetch(input, init))

/**
 * Like fetch, as the current user if there is one: for what everybody may read and what differs by user. An
 * expired token is renewed first, because without one the answer would be that of a visitor.
 */
export const viewerFetch: typeof fetch = async (input, init) => {
  const token = accessToken.read()
  return fetch(input, withToken(init, token && isExpired(token) ? await renewToken() : token))
}

function isExpired(token: string): boolean {
  try {
    const claims = atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))
    return JSON.parse(claims).exp * 1000 < Date.now() + EXPIRES_SOON_MS
  } catch {
    return true
  }
}
const EXPIRES_SOON_MS = 10_000

/** Returns a typed client for a slice's REST routes, as the current user: `apiClient<typeof createNotesApi>()`. */
export function apiClient<Create extends ApiCreator>() {
  return restClient<Create>(authorizedFetch)
}

/** The same, but its calls answer with responses, such as files. */
export function apiResponses<Create extends ApiCreator>() {
  return responseClient<Create>(authorizedFetch)
}

/** Exchanges the session cookie for a new token; concurrent callers share one request. */
export function renewToken(): Promise<string | null> {
  if (renewal) return renewal
  const current: Promise<string | null> = exchangeSession(() => renewal === current).finally(() => {
    if (renewal === current) renewal = undefined
  })
  renewal = current
  return current
}

/** A sign-in that completes meanwhile starts another exchange, whose token then counts. */
async function exchangeSession(isCurrent: () => boolean): Promise<string | null> {
  const email = await sessionEmail()
  if (!isCurrent()) return renewal ?? null
  if (!email) return forget()
  const answer = await fetch(`/api/users/${encodeURIComponent(email)}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  if (!isCurrent()) return renewal ?? null
  if (answer.status === 401) return forget()
  if (!answer.ok) {
    const { status } = answer
    throw Object.assign(new Error(`Token request failed: status ${status}`), { status })
  }
  const { token } = (await answer.json()) as { token: string }
  if (!isCurrent()) return renewal ?? null
  accessToken.write(token)
  setSessionEnded(false)
  return token
}

function forget(): null {
  accessToken.clear()
  setSessionEnded(true)
  return null
}

function withToken(init: RequestInit | undefined, token: string | null): RequestInit {
  const headers = new Headers(init?.headers)
  if (token) headers.set('Authorization', `Bearer ${token}`)
  return { ...init, headers }
}
