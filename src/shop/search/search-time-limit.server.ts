import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { TIME_LIMIT_MS } from './query/search-limits.ts'

const CANCELLED = '57014'

/** A search that the database did not finish in time. */
export class SearchTooSlow extends Error {
  override name = 'SearchTooSlow'
}

/** Runs a search with a time limit of its own. Throws SearchTooSlow when it is over. */
export async function withTimeLimit<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  try {
    return await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (db) => {
        await sql.raw(`set local statement_timeout = ${TIME_LIMIT_MS}`).execute(db)
        return work(db)
      })
  } catch (error) {
    if (Object(error).code === CANCELLED) throw new SearchTooSlow('Narrow the search.')
    throw error
  }
}
