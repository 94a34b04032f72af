import { isAPIError } from 'better-auth/api'
import type { Db } from '#platform/database/database.server.ts'
import { HttpRefusal, tooMany } from '#platform/http/http-errors.ts'
import type { RateLimit, RateLimits } from '#platform/http/rate-limits.server.ts'
import type { Auth } from '#shop/auth/auth.server.ts'
import { signInTexts } from '#shop/auth/auth.ts'

// Whoever found an open browser has as few guesses at the password as at the login.
const passwordChecks: RateLimit = { name: 'password check of', most: 10, seconds: 15 * 60 }
const FRESH_MS = 15 * 60_000

export type SignedIn = NonNullable<Awaited<ReturnType<Auth['api']['getSession']>>>

/** Who the session cookie belongs to; a 401 for nobody. */
export async function requireSignedIn(identity: Auth, headers: Headers): Promise<SignedIn> {
  const signedIn = await identity.api.getSession({ headers })
  if (!signedIn) throw new HttpRefusal(401, 'not-signed-in', 'Please log in to continue.')
  return signedIn
}

/**
 * Before a change of how somebody signs in: a session alone, which may be stolen, is not enough. It
 * takes the password, or a login of the last minutes where the account has none.
 */
export async function confirmIdentity(
  environment: { db: Db; identity: Auth; limits: RateLimits; clock: () => Date },
  headers: Headers,
  password: unknown,
): Promise<SignedIn> {
  const { db, identity, limits, clock } = environment
  const signedIn = await requireSignedIn(identity, headers)
  const { user, session } = signedIn
  if (!(await hasPassword(db, user.id))) {
    if (clock().getTime() - session.createdAt.getTime() <= FRESH_MS) return signedIn
    throw new HttpRefusal(
      403,
      'login-again',
      'Please log in again first: your last login is too long ago.',
    )
  }
  const seconds = await limits.count(passwordChecks, user.id)
  if (seconds !== null) throw tooMany(seconds)
  if (typeof password !== 'string' || !(await isPassword(identity, headers, password))) {
    const code = 'auth/wrong-password'
    throw new HttpRefusal(403, code, signInTexts[code])
  }
  return signedIn
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
