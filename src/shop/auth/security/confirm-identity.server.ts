import type { Auth } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import type { Context, MiddlewareHandler } from 'hono'
import type { Db } from '#platform/database/database.server.ts'
import type { RateLimit, RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { refuseAuth } from '#shop/auth/auth-refusals.server.ts'
import { hasPassword } from '#shop/auth/user-queries.server.ts'

// An open browser must not allow more password guesses than the login does.
const passwordChecks: RateLimit = { name: 'password check of', most: 10, seconds: 15 * 60 }
const FRESH_MS = 15 * 60_000

export type SignedIn = NonNullable<Awaited<ReturnType<Auth['api']['getSession']>>>

export type SessionVariables = { Variables: { signedIn: SignedIn } }

/** Guards routes that need a session cookie; the user is in `c.var.signedIn`. Responds 401 to others. */
export function forSession(auth: Auth): MiddlewareHandler<SessionVariables> {
  return async (c, next) => {
    const signedIn = await auth.api.getSession({ headers: c.req.raw.headers })
    if (!signedIn) throw refuseAuth({ refused: 'not-signed-in' })
    c.set('signedIn', signedIn)
    await next()
  }
}

/**
 * Confirms the user's identity before a security change, because a session may be stolen: requires
 * the password, or a recent login when the user has none.
 */
export async function confirmIdentity(
  environment: { db: Db; auth: Auth; limits: RateLimits; clock: () => Date },
  c: Context<SessionVariables>,
  password: unknown,
): Promise<void> {
  const { db, auth, limits, clock } = environment
  const { user, session } = c.var.signedIn
  if (!(await hasPassword(db, user.id))) {
    if (clock().getTime() - session.createdAt.getTime() <= FRESH_MS) return
    throw refuseAuth({ refused: 'login-again' })
  }
  await limits.countAction(passwordChecks, user.id)
  if (typeof password !== 'string' || !(await isPassword(auth, c.req.raw.headers, password))) {
    throw refuseAuth({ refused: 'auth/wrong-password' })
  }
}

async function isPassword(auth: Auth, headers: Headers, password: string): Promise<boolean> {
  try {
    await auth.api.verifyPassword({ body: { password }, headers })
    return true
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return false
    throw error
  }
}
