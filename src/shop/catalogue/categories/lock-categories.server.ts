import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

/**
 * Until the end of the transaction: `shared` for changes of one product's category, values or family,
 * `exclusive` for changes of the tree, of families, of specifications, of many products, and of contracts, which
 * `lockContracts` takes. Taken before any row lock, to avoid deadlocks, and so that nothing is checked against
 * rules that are changing.
 */
export async function lockCategories(db: Db, how: 'shared' | 'exclusive'): Promise<void> {
  const lock = how === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  // The key is that of the trigger that keeps the tree two levels deep.
  await sql`select ${lock}(hashtext('category tree'))`.execute(db)
}
