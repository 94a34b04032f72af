import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import { openShopWithOrder } from '#server/testing/unpaid-orders.ts'
import { markCancellingOf } from '#shop/orders/cancel/cancel-marked.server.ts'

/** Waits until a statement of the shop waits for a lock. */
function untilBlocked({ db }: TestShop): Promise<unknown> {
  const blocked = sql`select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  return vi.waitFor(async () => expect((await blocked.execute(db)).rows).toHaveLength(1), 10_000)
}

test.each(['starts', 'is recorded'])(
  'a payment that %s while its user is deleted waits without a deadlock',
  async (which) => {
    const { shop, jane, order, open } = await openShopWithOrder()
    const intent = which === 'starts' ? '' : await startPaying(jane, order)
    if (intent) await payByCard(shop, intent)
    const paying = await shop.db.transaction().execute(async (db) => {
      // As the deletion of the user does.
      const account = db.selectFrom('account').select('id').where('email', '=', jane.email)
      const { id } = await account.forUpdate().executeTakeFirstOrThrow()
      const answer = intent ? reportPayment(jane, order, intent) : open()
      await untilBlocked(shop)
      await markCancellingOf(db, id)
      return { answer }
    })
    expect((await paying.answer).status).toBe(intent ? 200 : 409)
  },
)
