import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { tooMany } from './http-errors.ts'
import { networkOf } from './ip-address.server.ts'

/** At most so many events of one kind in any such span of time, for each account or address. */
export type RateLimit = { name: string; most: number; seconds: number }

export type RateLimits = ReturnType<typeof createRateLimits>

/** Limits that live in the database, so that they hold for all processes together. */
export function createRateLimits(db: Db, clock: () => Date) {
  /** Counts an event of `who`. Where the limit is reached it counts nothing and answers the seconds to wait. */
  async function count(limit: RateLimit, who: string): Promise<number | null> {
    const now = clock()
    await forgetExpired(db, now)
    return (await add(db, limit, who, now)) ? null : ((await wait(limit, who)) ?? 1)
  }

  /** The seconds until another event of `who` fits in, or null when it does now. */
  async function wait(limit: RateLimit, who: string): Promise<number | null> {
    const now = clock()
    const row = await db
      .selectFrom('rateLimit')
      .select('hits')
      .where('key', '=', keyOf(limit, who))
      .executeTakeFirst()
    const recent = (row?.hits ?? []).filter((hit) => hit > startOf(limit, now))
    if (recent.length < limit.most) return null
    const oldest = Math.min(...recent.map((hit) => hit.getTime()))
    return Math.max(1, Math.ceil((oldest - startOf(limit, now).getTime()) / 1000))
  }

  /** Counts a request from this address; throws a 429 once there are too many. */
  async function countRequest(limit: RateLimit, address: string | null): Promise<void> {
    const seconds = address === null ? null : await count(limit, networkOf(address))
    if (seconds !== null) throw tooMany(seconds)
  }

  return { count, wait, countRequest }
}

// One statement, and a second one for the same key waits for it: no crowd slips past the limit.
async function add(db: Db, limit: RateLimit, who: string, now: Date): Promise<boolean> {
  const recent = sql`select hit from unnest(rate_limit.hits) hit where hit > ${startOf(limit, now)}`
  const { rows } = await sql`
    insert into rate_limit (key, hits, expires_at)
    values (${keyOf(limit, who)}, array[${now}::timestamptz], ${endOf(limit, now)})
    on conflict (key) do update
    set hits = array(${recent}) || excluded.hits, expires_at = excluded.expires_at
    where (select count(*) from (${recent}) recent) < ${limit.most}
    returning key`.execute(db)
  return rows.length === 1
}

async function forgetExpired(db: Db, now: Date): Promise<void> {
  await sql`
    delete from rate_limit where key in (
      select key from rate_limit where expires_at < ${now} limit 100 for update skip locked
    )`.execute(db)
}

function keyOf(limit: RateLimit, who: string): string {
  return `${limit.name} ${who}`
}

function startOf({ seconds }: RateLimit, now: Date): Date {
  return new Date(now.getTime() - seconds * 1000)
}

function endOf({ seconds }: RateLimit, now: Date): Date {
  return new Date(now.getTime() + seconds * 1000)
}
