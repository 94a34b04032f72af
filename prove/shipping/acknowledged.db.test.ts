import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { buy, payFor, refund, ship } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { type Acknowledged, compareAcknowledged } from './acknowledged.ts'

/** A shop with a shipped shipment, a received return and a refund, and all of its answers. */
async function openShopWithShipment() {
  const database = await createTestDatabase()
  const shop = await openTestShop(database)
  const jane = await signUp(shop)
  const line = await buy(jane, await addProduct(shop.db))
  const intent = await payFor(shop, jane, [line._id])
  const owen = await signUpAdmin(shop)
  const pieces = (quantity: number) => [{ _id: line._id, quantity }]
  const shipment = await ship(owen, line, pieces(4))
  const wanted = { order: line.orderId, reason: 'damaged', lines: pieces(3) }
  const { body: asked } = await jane.call('POST', '/returns', wanted)
  const decide = async (move: string, body: object) =>
    (await owen.call('POST', `/returns/${asked.number}/${move}`, body)).body
  const approved = await decide('approve', { version: 1 })
  const counted = { _id: line._id, received: 3, restocked: 2, scrapped: 1 }
  const received = await decide('receive', { version: 2, lines: [counted] })
  const back = { lines: pieces(5), restock: true }
  const { body: made } = await refund(owen, intent, { ...back, reason: 'Bent' })
  await shop.cards.deliverDueWebhooks()
  const acknowledged: Acknowledged = {
    shipments: [shipment],
    returns: [asked, approved, received],
    refunds: [{ refund: made, wanted: back }],
  }
  const compare = (change: Partial<Acknowledged>) =>
    compareAcknowledged(database.pool, { ...acknowledged, ...change })
  return { shipment, received, made, back, compare }
}

test('what was acknowledged is compared with the database', async () => {
  const { shipment, received, made, back, compare } = await openShopWithShipment()
  expect(await compare({})).toEqual([])
  const later = { ...shipment, shippedAt: new Date(0).toISOString() }
  expect(await compare({ shipments: [later] })).toHaveLength(1)
  expect(await compare({ shipments: [{ ...shipment, lines: [] }] })).toHaveLength(1)
  expect(await compare({ returns: [{ ...received, status: 'closed' }] })).toHaveLength(1)
  const [line] = received.lines
  const other = { ...received, lines: [{ ...line, restocked: 1 }] }
  expect(await compare({ returns: [other] })).toHaveLength(1)
  const refundOf = (change: object) => ({
    refunds: [{ refund: { ...made, ...change }, wanted: back }],
  })
  expect(await compare(refundOf({ total: 1 }))).toEqual([`refund ${made._id} is lost`])
  const unknown = await compare({ refunds: [] })
  expect(unknown[0]).toBe(`refund ${made._id} is a duplicate`)
  // Its pieces are then in stock without an acknowledged refund.
  expect(unknown[1]).toMatch(/in stock, not/)
})
