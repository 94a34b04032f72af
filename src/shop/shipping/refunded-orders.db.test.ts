import { expect, test } from 'vitest'
import { findViolations } from '#operations/invariants.server.ts'
import { buy, pack, payFor, refund } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'

/** Opens a shop with a paid order of ten pieces and an admin. */
async function openShopWithPaid() {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const line = await buy(jane, product)
  const intent = await payFor(shop, jane, [line._id])
  const owen = await signUpAdmin(shop)
  const pieces = (quantity: number) => [{ _id: line._id, quantity }]
  const read = async () => (await jane.call('GET', `/orders/${line.orderId}`)).body
  const queue = async (tab: string) =>
    (await owen.call('GET', `/shipping/queue?tab=${tab}`)).body.map((one: { _id: string }) => one._id)
  return { shop, product, jane, line, intent, owen, pieces, read, queue }
}

test('an order whose money went back as a whole is not shipped', async () => {
  const { shop, product, line, intent, owen, pieces, queue, read } = await openShopWithPaid()
  const { body: packed } = await pack(owen, line, pieces(5))
  expect((await refund(owen, intent, { amount: 125, reason: 'Goodwill' })).status).toBe(200)
  const { _id, version } = packed
  const shipped = await owen.call('POST', `/shipments/${_id}/ship`, { version, carrier: 'UPS' })
  expect(shipped).toMatchObject({ status: 409, body: { code: 'refunded' } })
  // The queue names the shipment that is to be unpacked.
  expect((await owen.call('GET', '/shipping/queue')).body).toMatchObject([
    { _id: line.orderId, refunded: 'in-shipment', shipping: 'to-pack' },
  ])
  expect((await read()).shipping).toBe('to-pack')
  await owen.call('POST', `/shipments/${_id}/cancel`, { version })
  expect((await owen.call('GET', '/shipping/queue')).body).toMatchObject([
    { _id: line.orderId, refunded: 'on-shelf' },
  ])
  expect((await read()).shipping).toBeUndefined()
  // Its pieces are on the shelf until an admin puts them back to stock.
  const shelf = async () => (await owen.call('GET', `/shipping/shelf/${product.id}`)).body
  expect(await shelf()).toEqual({ orderable: 90, promised: 10, onShelf: 100 })
  const back = await refund(owen, intent, { lines: pieces(10), reason: 'Back', restock: true })
  expect(back).toMatchObject({ status: 200, body: { total: 0, lines: [{ unshipped: 10 }] } })
  expect(await shelf()).toEqual({ orderable: 100, promised: 0, onShelf: 100 })
  expect(await queue('to-pack')).toEqual([])
  expect(await findViolations(shop.db)).toEqual([])
})

test('pieces are refunded with what a goodwill has left of their price', async () => {
  const { shop, product, intent, owen, pieces } = await openShopWithPaid()
  await refund(owen, intent, { amount: 5, reason: 'Goodwill' })
  const path = `/payments/${intent}/refunds/preview`
  const preview = await owen.call('POST', path, { lines: pieces(10) })
  expect(preview.body).toMatchObject({ total: 120, left: 0, less: 5 })
  const back = await refund(owen, intent, { lines: pieces(10), reason: 'Back', restock: true })
  expect(back.body).toMatchObject({ total: 120 })
  expect(await stockOf(shop.db, product.id)).toBe(100)
  expect(await findViolations(shop.db)).toEqual([])
})

test('an order whose whole refund failed is not offered to packers', async () => {
  const { shop, line, intent, owen, read } = await openShopWithPaid()
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'refunds.create' })
  await refund(owen, intent, { amount: 125, reason: 'Cancelled' })
  const failed = { status: 'failed', failures: 1, checkAt: null }
  await shop.db.updateTable('refund').set(failed).execute()
  expect((await owen.call('GET', '/shipping/queue')).body).toMatchObject([
    { _id: line.orderId, refunded: 'on-shelf' },
  ])
  expect((await read()).shipping).toBeUndefined()
  expect((await owen.call('POST', '/shipments', {})).body).toMatchObject({
    code: 'nothing-to-pack',
  })
})

test('a failed refund that one at the provider’s site has replaced does not hold the pieces', async () => {
  const { shop, line, intent, owen, read } = await openShopWithPaid()
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'refunds.create' })
  await refund(owen, intent, { amount: 100, reason: 'Goodwill' })
  const failed = { status: 'failed', failures: 1, checkAt: null }
  await shop.db.updateTable('refund').set(failed).execute()
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 2500 })
  await shop.cards.deliverDueWebhooks()
  // Both together are the whole payment.
  expect((await owen.call('POST', '/shipments', {})).body).toMatchObject({
    code: 'nothing-to-pack',
  })
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 500 })
  await shop.cards.deliverDueWebhooks()
  expect((await read()).shipping).toBe('to-pack')
  expect((await owen.call('POST', '/shipments', {})).body).toMatchObject({ orderId: line.orderId })
  expect(await findViolations(shop.db)).toEqual([])
})
