import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { orderIs } from '#shop/orders/order-states.server.ts'
import type { OrderRules } from './order-caps.ts'

/** Lets the unpaid orders of a buyer who has verified the e-mail hold their stock as long as others. */
export function extendHolds(db: Db, { holdHours }: OrderRules, accountId: string): Promise<void> {
  return db.transaction().execute(async (db) => {
    // Waits for orders that were decided before the verification; `begin_orders` takes the same lock.
    await sql`
      select pg_advisory_xact_lock(hashtextextended(${`unpaid orders of ${accountId}`}, 0))
    `.execute(db)
    await sql`
      update purchase
      set held_until = greatest(held_until, created_at + ${holdHours} * interval '1 hour')
      where account_id = ${accountId} and ${orderIs('unpaid')}`.execute(db)
  })
}
