import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { tooManyRequests } from '#platform/http/http-errors.ts'
import { networkOf } from '#platform/http/ip-address.server.ts'
import type { RateLimit, RateLimits } from '#platform/http/rate-limits.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { findAccount } from '#shop/auth/user-queries.server.ts'

const QUARTER_HOUR = 15 * 60
const failuresOfAccountFrom: RateLimit = {
  name: 'failed login of',
  most: 10,
  seconds: QUARTER_HOUR,
}
// High, so that it takes many networks to lock an account for browsers that it does not know.
const failuresOfAccount: RateLimit = { name: 'all failed of', most: 200, seconds: QUARTER_HOUR }
const failuresFrom: RateLimit = { name: 'failed login from', most: 100, seconds: QUARTER_HOUR }
/** Right or wrong, each costs a password hash. */
export const attemptsFrom: RateLimit = { name: 'login from', most: 300, seconds: 60 }

/** Who logs in: `device` is set in a browser in which this account has logged in before. */
type Who = { email: string; address: string | null; device: string | null }

/**
 * Signs in unless there were too many failures: of this account from this network or by this
 * device, of this account at all, or from this network; throws a 429 then, before any password is
 * hashed. Of many guesses at the same moment, too, only ten are told whether they were right: what
 * counts is the number of failures when the answer is known.
 */
export async function signInWithinLimits(
  db: Db,
  limits: RateLimits,
  who: Who,
  signIn: () => Promise<Response>,
): Promise<Response> {
  const counted = limitsOf(who)
  const refuseTooMany = async (ask: RateLimits['wait']) => {
    const waits = await Promise.all(counted.map(([limit, key]) => ask(limit, key)))
    const longest = Math.max(...waits.map((seconds) => seconds ?? 0))
    if (longest > 0) throw tooManyRequests(longest)
  }

  await limits.countRequest(attemptsFrom, who.address)
  await refuseTooMany(limits.wait)
  const answer = await signIn()
  if (answer.status === 401) {
    await recordFailure(db, who)
    await refuseTooMany(limits.count)
  } else if (answer.ok) {
    await refuseTooMany(limits.wait).catch(async (refusal: unknown) => {
      await endSession(db, await answer.json())
      throw refusal
    })
  }
  return answer
}

/** A device that the account knows answers for itself alone; a stranger for all strangers. */
function limitsOf({ email, address, device }: Who): [RateLimit, string][] {
  if (device !== null) return [[failuresOfAccountFrom, `${email} ${device}`]]
  const network = address === null ? 'nowhere' : networkOf(address)
  const ofAccount: [RateLimit, string][] = [
    [failuresOfAccountFrom, `${email} ${network}`],
    [failuresOfAccount, email],
  ]
  return address === null ? ofAccount : [...ofAccount, [failuresFrom, network]]
}

/** Whoever has set a new password by the mailed link, or got one from the operator, may log in at once. */
export async function forgetFailures(db: Db, email: string): Promise<void> {
  await sql`
    delete from rate_limit
    where key = ${`${failuresOfAccount.name} ${email}`}
      or starts_with(key, ${`${failuresOfAccountFrom.name} ${email} `})
  `.execute(db)
}

async function recordFailure(db: Db, { email, address }: Who): Promise<void> {
  const id = (await findAccount(db, email))?.id ?? null
  const subject = { id, email }
  await recordAudit(db, { action: 'login-failed', actor: 'visitor', subject, address })
}

async function endSession(db: Db, { token }: { token: string }): Promise<void> {
  await db.deleteFrom('session').where('token', '=', token).execute()
}
