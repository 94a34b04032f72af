import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { rolledBack } from '#platform/testing/rolled-back.ts'
import { payByCard } from '#server/testing/orders.ts'
import { openShopWithOrders } from '#server/testing/unpaid-orders.ts'

const open = { provider: 'stripe', taxCents: 0 }

test('the database refuses a payment whose lines are not its net amount', async () => {
  const { shop, ids } = await openShopWithOrders(2)
  const { accountId } = await shop.db.selectFrom('orders').select('accountId').executeTakeFirstOrThrow()
  const add = (netCents: number, parts: number[]) =>
    shop.db.transaction().execute(async (db) => {
      const id = uuidv7()
      await db
        .insertInto('payment')
        .values({ ...open, id, accountId, netCents })
        .execute()
      for (const [index, cents] of parts.entries()) {
        const part = { paymentId: id, orderLineId: ids[index] ?? '', netCents: cents }
        await db.insertInto('paymentLine').values(part).execute()
      }
    })
  await expect(add(26_250, [12_500, 13_749])).rejects.toThrow('are not its net amount')
  await add(26_250, [12_500, 13_750])
  const remove = shop.db.deleteFrom('paymentLine').where('netCents', '=', 13_750)
  await expect(remove.execute()).rejects.toThrow('are not its net amount')
  await expect(add(12_500, [12_500])).rejects.toThrow('payment_line_live')
})

test('lines of a payment that end or revive do not have its sum computed again', async () => {
  const { shop, open: start } = await openShopWithOrders(2)
  await start()
  await rolledBack(shop.db, async (db) => {
    for (const statement of [
      'alter table payment_line disable trigger payment_line_sum',
      'update payment_line set net_cents = net_cents + 1',
      'alter table payment_line enable trigger payment_line_sum',
      'update payment_line set is_live = false',
      'set constraints all immediate',
    ]) {
      await sql.raw(statement).execute(db)
    }
    const change = sql`update payment_line set net_cents = net_cents + 1`.execute(db)
    await expect(change).rejects.toThrow('are not its net amount')
  })
})

test('the database refuses to refund more than was captured, or an uncaptured payment', async () => {
  const { shop, ids, open: start } = await openShopWithOrders(2)
  const captured = await start(ids.slice(0, 1))
  await start(ids.slice(1))
  await payByCard(shop, captured)
  await shop.cards.deliverDueWebhooks()
  const payments = await shop.db.selectFrom('payment').select('id').orderBy('id').execute()
  const want = (index: number, netCents: number, status = 'wanted') =>
    shop.db
      .insertInto('refund')
      .values({
        id: uuidv7(),
        paymentId: payments[index]?.id ?? '',
        reason: 'Bent',
        status,
        netCents,
        taxCents: 0,
        checkAt: sql<Date>`now() + interval '1 hour'`,
      })
      .execute()
  await expect(want(1, 1)).rejects.toThrow('are more than was captured')
  await want(0, 12_000)
  await expect(want(0, 501)).rejects.toThrow('are more than was captured')
  await want(0, 501, 'failed')
  await want(0, 500)
  await expect(shop.db.updateTable('refund').set({ status: 'wanted' }).execute()).rejects.toThrow(
    'are more than was captured',
  )
  await shop.db.deleteFrom('refund').execute()
})
