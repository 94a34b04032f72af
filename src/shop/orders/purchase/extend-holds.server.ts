import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { isNewBuyer, lineIs } from '#shop/orders/line-states.server.ts'
import { holdHoursOf, type OrderRules } from '#shop/orders/order-caps.ts'
import { lockBuyers } from './order-state.server.ts'

/**
 * Extends the holds of a buyer's unpaid orders to the full duration, once the e-mail is verified; but not of one
 * that is free of the share of new buyers because it is paid at once.
 */
export function extendHolds(db: Db, rules: OrderRules, accountId: string): Promise<void> {
  return db.transaction().execute(async (db) => {
    // Waits for orders that were decided before the verification.
    await lockBuyers(db, [accountId])
    const { isNew } = await db
      .selectFrom('account')
      .select(isNewBuyer(sql`account.id`).as('isNew'))
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    const buyer = { emailVerified: true, isNew: isNew === true }
    const holdHours = holdHoursOf(rules, buyer)
    const atOnceHours = holdHoursOf(rules, buyer, { paysAtOnce: true })
    await sql`
      update orders
      set held_until = greatest(held_until, placed_at + ${holdHours} * interval '1 hour')
      where (not pay_at_once or held_until > placed_at + ${atOnceHours} * interval '1 hour') and id in (
        select order_id from order_line where account_id = ${accountId} and ${lineIs('unpaid')}
      )`.execute(db)
  })
}
