import { isAPIError } from 'better-auth/api'
import type { Context, MiddlewareHandler } from 'hono'
import type { Db } from '#platform/database/database.server.ts'
import { tooManyRequests } from '#platform/http/http-errors.ts'
import type { RateLimit, RateLimits } from '#platform/http/rate-limits.server.ts'
import type { Auth } from '#shop/auth/auth.server.ts'
import { refuseAuth } from '#shop/auth/auth-refusals.server.ts'

// Whoever found an open browser has as few guesses at the password as at the login.
const passwordChecks: RateLimit = { name: 'password check of', most: 10, seconds: 15 * 60 }
const FRESH_MS = 15 * 60_000

export type SignedIn = NonNullable<Awaited<ReturnType<Auth['api']['getSession']>>>

export type SessionVariables = { Variables: { signedIn: SignedIn } }

/** The guard of a route for whoever has a session's cookie: `c.var.signedIn` is who. A 401 for others. */
export function forSession(identity: Auth): MiddlewareHandler<SessionVariables> {
  return async (c, next) => {
    const signedIn = await identity.api.getSession({ headers: c.req.raw.headers })
    if (!signedIn) throw refuseAuth({ refused: 'not-signed-in' })
    c.set('signedIn', signedIn)
    await next()
  }
}

/**
 * Before a change of how somebody signs in: a session alone, which may be stolen, is not enough. It
 * takes the password, or a login of the last minutes where the account has none.
 */
export async function confirmIdentity(
  environment: { db: Db; identity: Auth; limits: RateLimits; clock: () => Date },
  c: Context<SessionVariables>,
  password: unknown,
): Promise<void> {
  const { db, identity, limits, clock } = environment
  const { user, session } = c.var.signedIn
  if (!(await hasPassword(db, user.id))) {
    if (clock().getTime() - session.createdAt.getTime() <= FRESH_MS) return
    throw refuseAuth({ refused: 'login-again' })
  }
  const seconds = await limits.count(passwordChecks, user.id)
  if (seconds !== null) throw tooManyRequests(seconds)
  if (typeof password !== 'string' || !(await isPassword(identity, c.req.raw.headers, password))) {
    throw refuseAuth({ refused: 'auth/wrong-password' })
  }
}

/** Whether this account signs in with a password. */
export async function hasPassword(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('credential')
    .select('id')
    .where('userId', '=', accountId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row !== undefined
}

async function isPassword(identity: Auth, headers: Headers, password: string): Promise<boolean> {
  try {
    await identity.api.verifyPassword({ body: { password }, headers })
    return true
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return false
    throw error
  }
}
