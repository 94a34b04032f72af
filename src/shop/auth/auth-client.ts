export type AuthResult<Body> =
  | {
      ok: true
      body: Body
      /** Seconds until the mail of a sign-up can be requested, if it was not sent. */
      retryAfter?: number | undefined
    }
  | AuthFailure

export type AuthFailure = {
  ok: false
  status: number
  code: string
  /** Seconds to wait before retrying, if the shop sent `Retry-After`. */
  retryAfter?: number | undefined
}

const TIMEOUT_MS = 20_000

/** The result when the shop does not respond, or not in time. */
export const unreachable: AuthFailure = {
  ok: false,
  status: 0,
  code: 'auth/network-request-failed',
}

/** Calls an endpoint of better-auth under /api/auth with the session cookie. Never throws. */
export async function callAuth<Body>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<AuthResult<Body>> {
  const init = {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }
  // It may sign in or out, so a pending session request is out of date.
  if (method === 'POST') pendingSession = undefined
  try {
    const answer = await fetch(`/api/auth/${path}`, init)
    const json = await answer.json().catch(() => null)
    const retryAfter = Number(answer.headers.get('Retry-After')) || undefined
    if (answer.ok) return { ok: true, body: json as Body, retryAfter }
    return { ok: false, status: answer.status, code: json?.code ?? '', retryAfter }
  } catch {
    return unreachable
  }
}

let pendingSession: Promise<string | null> | undefined

/**
 * Returns the e-mail address of the session cookie's user, or null for a visitor. The loaders of
 * one navigation share one request. Throws when the shop does not respond: an error must not sign
 * the user out.
 */
export function sessionEmail(): Promise<string | null> {
  if (pendingSession) return pendingSession
  const answer = requestSession().finally(() => {
    if (pendingSession === answer) pendingSession = undefined
  })
  pendingSession = answer
  return answer
}

async function requestSession(): Promise<string | null> {
  const session = await callAuth<{ user: { email: string } } | null>('GET', 'get-session')
  if (!session.ok) throw new Error(`Session request failed: status ${session.status}`)
  return session.body?.user.email ?? null
}
