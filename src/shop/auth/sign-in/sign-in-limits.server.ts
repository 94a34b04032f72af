import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { tooManyRequests } from '#platform/http/http-errors.ts'
import { perNetwork, type RateLimit, type RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { findUser } from '#shop/auth/user-queries.server.ts'

const QUARTER_HOUR = 15 * 60
const failuresOfAccountFrom: RateLimit = {
  name: 'failed login of',
  most: 10,
  seconds: QUARTER_HOUR,
}
// High, so that locking an account for unknown browsers takes many networks.
const failuresOfAccount: RateLimit = { name: 'all failed of', most: 200, seconds: QUARTER_HOUR }
const failuresFrom: RateLimit = { name: 'failed login from', most: 100, seconds: QUARTER_HOUR }
/** Successful or not, each attempt costs a password hash. */
export const attemptsFrom: RateLimit = { name: 'login from', most: 300, seconds: 60 }

/** A login attempt; `device` is set in browsers where this account has logged in before. */
type LoginAttempt = { email: string; ipAddress: string | null; device: string | null }

/**
 * Signs in within the failure limits: per account and network or device, per account, and per
 * network. Throws a 429 before any password is hashed. Failures are counted again when the result
 * is known, so that concurrent guesses reveal at most ten results.
 */
export async function signInWithinLimits(
  db: Db,
  limits: RateLimits,
  attempt: LoginAttempt,
  signIn: () => Promise<Response>,
): Promise<Response> {
  const counted = limitsOf(attempt)
  const refuseTooMany = async (check: RateLimits['wait']) => {
    const waits = await Promise.all(counted.map(([limit, key]) => check(limit, key)))
    const longest = Math.max(...waits.map((seconds) => seconds ?? 0))
    if (longest > 0) throw tooManyRequests(longest)
  }

  await limits.countRequest(attemptsFrom, attempt.ipAddress)
  await refuseTooMany(limits.wait)
  const answer = await signIn()
  if (answer.status === 401) {
    await recordFailure(db, attempt)
    await refuseTooMany(limits.count)
  } else if (answer.ok) {
    await refuseTooMany(limits.wait).catch(async (refusal: unknown) => {
      await endSession(db, await answer.json())
      throw refusal
    })
  }
  return answer
}

/** Known devices are limited individually; unknown browsers share their limits. */
function limitsOf({ email, ipAddress, device }: LoginAttempt): [RateLimit, string][] {
  if (device !== null) return [[failuresOfAccountFrom, `${email} ${device}`]]
  const ofAccount: [RateLimit, string][] = perNetwork(failuresOfAccountFrom, ipAddress ?? 'nowhere', email)
  return [...ofAccount, [failuresOfAccount, email], ...perNetwork(failuresFrom, ipAddress)]
}

/** Clears the failure count after a password reset by mail or by the operator, so that the user can log in at once. */
export async function clearFailures(db: Db, email: string): Promise<void> {
  await sql`
    delete from rate_limit
    where key = ${`${failuresOfAccount.name} ${email}`}
      or starts_with(key, ${`${failuresOfAccountFrom.name} ${email} `})
  `.execute(db)
}

async function recordFailure(db: Db, { email, ipAddress }: LoginAttempt): Promise<void> {
  const id = (await findUser(db, email))?.id ?? null
  const subject = { id, email }
  await recordAudit(db, { action: 'login-failed', actor: 'visitor', subject, ipAddress })
}

async function endSession(db: Db, { token }: { token: string }): Promise<void> {
  await db.deleteFrom('session').where('token', '=', token).execute()
}
