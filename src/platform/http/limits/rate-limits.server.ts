import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { tooManyRequests } from '#platform/http/http-errors.ts'
import { networksOf } from '#platform/http/ip-address.server.ts'

/** At most `most` events in any window of `seconds`, per key such as a user or an IP address. */
export type RateLimit = { name: string; most: number; seconds: number }

export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * Returns a limit for each network that an IP address counts for, with its key; none without an IP
 * address. `key` is counted separately in each network.
 */
export function perNetwork(limit: RateLimit, ipAddress: string | null, key = ''): [RateLimit, key: string][] {
  if (ipAddress === null) return []
  return networksOf(ipAddress).map(({ network, times }) => [
    { ...limit, most: limit.most * times },
    key === '' ? network : `${key} ${network}`,
  ])
}

/** Rate limits stored in the database, so that all processes share them. */
export function createRateLimits(db: Db, clock: () => Date) {
  /** Counts an event and returns null, or, at the limit, returns the seconds to wait without counting. */
  async function count(limit: RateLimit, key: string): Promise<number | null> {
    const now = clock()
    await deleteExpired(db, now)
    return (await add(db, limit, key, now)) ? null : ((await wait(limit, key)) ?? 1)
  }

  /** The seconds until another event is allowed; null when it is allowed now. */
  async function wait(limit: RateLimit, key: string): Promise<number | null> {
    const now = clock()
    const row = await db
      .selectFrom('rateLimit')
      .select('hits')
      .where('key', '=', keyOf(limit, key))
      .executeTakeFirst()
    const recent = (row?.hits ?? []).filter((hit) => hit > startOf(limit, now) && hit < endOf(limit, now))
    if (recent.length < limit.most) return null
    const oldest = Math.min(...recent.map((hit) => hit.getTime()))
    return Math.max(1, Math.ceil((oldest - startOf(limit, now).getTime()) / 1000))
  }

  /** Counts a request from this IP address. Throws a 429 beyond the limit. */
  async function countRequest(limit: RateLimit, ipAddress: string | null): Promise<void> {
    for (const [each, key] of perNetwork(limit, ipAddress)) await countAction(each, key)
  }

  /** Counts an action of this key. Throws a 429 beyond the limit. */
  async function countAction(limit: RateLimit, key: string): Promise<void> {
    const seconds = await count(limit, key)
    if (seconds !== null) throw tooManyRequests(seconds)
  }

  /** Forgets the events of a key, also those counted per network or device. */
  async function forget(limit: RateLimit, key: string): Promise<void> {
    const start = keyOf(limit, key)
    await sql`delete from rate_limit where key = ${start} or starts_with(key, ${`${start} `})`.execute(db)
  }

  return { count, wait, countRequest, countAction, forget }
}

// A single statement locks the key's row, so concurrent requests can't exceed the limit.
async function add(db: Db, limit: RateLimit, key: string, now: Date): Promise<boolean> {
  // Later events were counted before the clock was set back.
  const recent = sql`select hit from unnest(rate_limit.hits) hit
    where hit > ${startOf(limit, now)} and hit < ${endOf(limit, now)}`
  const { rows } = await sql`
    insert into rate_limit (key, hits, expires_at)
    values (${keyOf(limit, key)}, array[${now}::timestamptz], ${endOf(limit, now)})
    on conflict (key) do update
    set hits = array(${recent}) || excluded.hits, expires_at = excluded.expires_at
    where (select count(*) from (${recent}) recent) < ${limit.most}
    returning key`.execute(db)
  return rows.length === 1
}

async function deleteExpired(db: Db, now: Date): Promise<void> {
  await sql`
    delete from rate_limit where key in (
      select key from rate_limit where expires_at < ${now} limit 100 for update skip locked
    )`.execute(db)
}

function keyOf(limit: RateLimit, key: string): string {
  return `${limit.name} ${key}`
}

function startOf({ seconds }: RateLimit, now: Date): Date {
  return new Date(now.getTime() - seconds * 1000)
}

function endOf({ seconds }: RateLimit, now: Date): Date {
  return new Date(now.getTime() + seconds * 1000)
}
