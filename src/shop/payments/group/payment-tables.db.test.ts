import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { payByCard } from '#testing/orders.ts'
import { openShopWithOrders } from '#testing/unpaid-orders.ts'

async function accountOf(db: Db, email: string): Promise<string> {
  const account = db.selectFrom('account').select('id').where('email', '=', email)
  return (await account.executeTakeFirstOrThrow()).id
}

test('the database refuses a payment whose parts are not its amount', async () => {
  const { shop, jane, ids } = await openShopWithOrders(2)
  const accountId = await accountOf(shop.db, jane.email)
  const add = (amountCents: number, parts: number[]) =>
    shop.db.transaction().execute(async (db) => {
      const id = uuidv7()
      await db.insertInto('payment').values({ id, accountId, amountCents }).execute()
      for (const [index, cents] of parts.entries()) {
        const part = { paymentId: id, orderLineId: ids[index] ?? '', amountCents: cents }
        await db.insertInto('paymentOrder').values(part).execute()
      }
    })
  await expect(add(12_500, [])).rejects.toThrow('are not its amount')
  await expect(add(26_250, [12_500, 13_749])).rejects.toThrow('are not its amount')
  await add(26_250, [12_500, 13_750])
  const remove = shop.db.deleteFrom('paymentOrder').where('amountCents', '=', 13_750)
  await expect(remove.execute()).rejects.toThrow('are not its amount')
  await expect(
    shop.db.updateTable('payment').set({ amountCents: 26_249 }).execute(),
  ).rejects.toThrow('are not its amount')
})

test('the database keeps no money of a payment that is not one of its parts', async () => {
  const { shop, open, ledger } = await openShopWithOrders(2)
  const intent = await open()
  await payByCard(shop, intent)
  await shop.cards.deliverDueWebhooks()
  const before = await ledger()
  const changes = [
    sql`update captured_payment set amount_cents = amount_cents + 1 where amount_cents = 12500`,
    sql`delete from captured_payment where amount_cents = 12500`,
    sql`insert into captured_payment (payment_intent_id, order_line_id, amount_cents, currency)
      values (${intent}, ${uuidv7()}, 100, 'usd')`,
  ]
  for (const change of changes) {
    await expect(change.execute(shop.db)).rejects.toThrow('are not its parts')
  }
  const second = sql`insert into captured_payment
    (payment_intent_id, order_line_id, amount_cents, currency, refund_due_at)
    values ('pi_single', ${uuidv7()}, 100, 'usd', now()), ('pi_single', ${uuidv7()}, 100, 'usd', now())`
  await expect(second.execute(shop.db)).rejects.toThrow('pays several orders')
  expect(await ledger()).toEqual(before)
})
