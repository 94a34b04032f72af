import type { Db } from '#platform/database/database.server.ts'
import { tooMany } from '#platform/http/http-errors.ts'
import { networkOf } from '#platform/http/ip-address.server.ts'
import type { RateLimit, RateLimits } from '#platform/http/rate-limits.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { findAccount } from './user-queries.server.ts'

const QUARTER_HOUR = 15 * 60
const failuresOfAccount: RateLimit = { name: 'failed login of', most: 10, seconds: QUARTER_HOUR }
const failuresFrom: RateLimit = { name: 'failed login from', most: 100, seconds: QUARTER_HOUR }

type Who = { email: string; address: string | null }

/**
 * Signs in unless there were too many failures, of this account or from this network; throws a 429
 * then, before any password is hashed. Of many guesses at the same moment, too, only ten are told
 * whether they were right: what counts is the number of failures when the answer is known.
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
    if (longest > 0) throw tooMany(longest)
  }

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

function limitsOf({ email, address }: Who): [RateLimit, string][] {
  const ofAccount: [RateLimit, string] = [failuresOfAccount, email]
  return address === null ? [ofAccount] : [ofAccount, [failuresFrom, networkOf(address)]]
}

async function recordFailure(db: Db, { email, address }: Who): Promise<void> {
  const id = (await findAccount(db, email))?.id ?? null
  const subject = { id, email }
  await recordAudit(db, { action: 'login-failed', actor: 'visitor', subject, address })
}

async function endSession(db: Db, { token }: { token: string }): Promise<void> {
  await db.deleteFrom('session').where('token', '=', token).execute()
}
