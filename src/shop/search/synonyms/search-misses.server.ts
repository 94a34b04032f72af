import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { MAX_SEARCH_LENGTH } from '#shop/search/query/search-limits.ts'
import type { SearchMiss } from './synonym-queries.server.ts'

/** The retention of searches without results. */
const MISSES_DAYS = 30
// Caps the rows per day, against random searches.
const MAX_MISSES_A_DAY = 1_000
const LISTED = 100

/** Counts a search without results; stores no user data. */
export async function recordMiss(db: Db, text: string): Promise<void> {
  await sql`
    insert into search_miss (day, query)
    select current_date, query
    from left(btrim(regexp_replace(search_fold(${text}), '\\s+', ' ', 'g')), ${MAX_SEARCH_LENGTH}) as given (query)
    where query <> '' and (
      exists (select from search_miss where day = current_date and search_miss.query = given.query)
      or (select count(*) from search_miss where day = current_date) < ${MAX_MISSES_A_DAY}
    )
    on conflict (day, query) do update set count = search_miss.count + 1`.execute(db)
}

/** Returns the searches of some days that found nothing, the most frequent first. */
export async function listMisses(db: Db, days = MISSES_DAYS): Promise<SearchMiss[]> {
  const { rows } = await sql<SearchMiss>`
    select query, sum(count)::int as count, max(day)::text as last_day
    from search_miss where day > current_date - ${days}::int
    group by query order by count desc, query limit ${LISTED}`.execute(db)
  return rows
}
