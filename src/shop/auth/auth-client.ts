export type IdentityAnswer<Body> = { ok: true; body: Body } | IdentityRefusal

export type IdentityRefusal = {
  ok: false
  status: number
  code: string
  /** Seconds until it is worth trying again, where the shop said so. */
  retryAfter?: number | undefined
}

const GIVE_UP_MS = 20_000

/** The shop did not answer at all, or not in time. */
export const unreachable: IdentityRefusal = {
  ok: false,
  status: 0,
  code: 'auth/network-request-failed',
}

/** One of better-auth's calls under /api/auth; its session cookie travels by itself. Never throws. */
export async function identityCall<Body>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<IdentityAnswer<Body>> {
  const init = {
    method,
    signal: AbortSignal.timeout(GIVE_UP_MS),
    ...(body && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }
  // It may sign in or out: whoever asks from now on needs an answer of its own.
  if (method === 'POST') asking = undefined
  try {
    const answer = await fetch(`/api/auth/${path}`, init)
    const json = await answer.json().catch(() => null)
    if (answer.ok) return { ok: true, body: json as Body }
    const retryAfter = Number(answer.headers.get('Retry-After')) || undefined
    return { ok: false, status: answer.status, code: json?.code ?? '', retryAfter }
  } catch {
    return unreachable
  }
}

let asking: Promise<string | null> | undefined

/**
 * The e-mail address of whoever the session cookie belongs to; null for a visitor. The loaders of one
 * navigation share one request. Throws when the shop does not say: a fault must sign nobody out.
 */
export function sessionEmail(): Promise<string | null> {
  if (asking) return asking
  const answer = askSession().finally(() => {
    if (asking === answer) asking = undefined
  })
  asking = answer
  return answer
}

async function askSession(): Promise<string | null> {
  const session = await identityCall<{ user: { email: string } } | null>('GET', 'get-session')
  if (!session.ok) throw new Error(`The session is unknown: status ${session.status}`)
  return session.body?.user.email ?? null
}
