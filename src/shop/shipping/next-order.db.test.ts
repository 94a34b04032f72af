import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buy, pack, payFor, refund } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'

async function openShopWithPaid(count: number) {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const lines = []
  for (let index = 0; index < count; index++) lines.push(await buy(jane, product))
  const intents = []
  for (const { _id } of lines) intents.push(await payFor(shop, jane, [_id]))
  const [owen, olga] = [await signUpAdmin(shop), await signUpAdmin(shop)]
  const next = async (who: typeof owen) => (await who.call('POST', '/shipments', {})).body
  return { shop, lines, intents, owen, olga, next }
}

test('the next order has pieces in no shipment: waiting shipments and refunded orders are skipped', async () => {
  const { lines, intents, owen, next } = await openShopWithPaid(4)
  const [packed, given, refunded, open] = lines
  if (!packed || !given || !refunded || !open) throw new Error('No orders')
  await pack(owen, packed, [{ _id: packed._id, quantity: 10 }])
  const all = [{ _id: given._id, quantity: 10 }]
  await refund(owen, intents[1] ?? '', { lines: all, reason: 'Late' })
  await refund(owen, intents[2] ?? '', { amount: 125, reason: 'Late' })
  expect(await next(owen)).toMatchObject({ orderId: open.orderId, status: 'open' })
})

test('an order begun long ago by one packer is offered to others', async () => {
  const { shop, lines, owen, olga, next } = await openShopWithPaid(1)
  const begun = await next(owen)
  expect(await next(olga)).toMatchObject({ code: 'nothing-to-pack' })
  await sql`update shipment set changed_at = now() - interval '9 hours'`.execute(shop.db)
  const other = await next(olga)
  expect(other).toMatchObject({ orderId: lines[0]?.orderId, status: 'open' })
  expect(other._id).not.toBe(begun._id)
  const late = { version: 1, lines: [{ _id: lines[0]?._id, quantity: 10 }] }
  expect((await owen.call('POST', `/shipments/${begun._id}/pack`, late)).status).toBe(404)
})

test('an order that lost its address while it was being packed is given back', async () => {
  const { shop, lines, owen, next } = await openShopWithPaid(2)
  const [held, open] = lines
  if (!held || !open) throw new Error('No orders')
  expect(await next(owen)).toMatchObject({ orderId: held.orderId })
  const deleted = shop.db.updateTable('orders').set({ address: '' })
  await deleted.where('id', '=', held.orderId).execute()
  expect(await next(owen)).toMatchObject({ orderId: open.orderId })
  const again = await owen.call('POST', '/shipments', { order: held.orderId })
  expect(again.body).toMatchObject({ code: 'blocked' })
})
