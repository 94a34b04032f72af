import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

/**
 * Runs `work` in a transaction that is rolled back, also when it succeeds. A test that changes the
 * schema then leaves a database that the next test can use; creating another one takes most of a second.
 */
export async function rolledBack(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  const transaction = await db.startTransaction().execute()
  try {
    // As outside of a transaction: deferred triggers and checks run after each statement.
    await sql`set constraints all immediate`.execute(transaction)
    await work(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}
