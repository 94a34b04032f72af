import { expect, test } from 'vitest'
import { buy, pack, payFor, refund } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from '#server/testing/users.ts'

const ORDERS = 200

/** Opens a shop with paid orders of ten pieces and two packers. */
async function openShopWithPaid(count: number) {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 10 * count })
  const jane = await signUp(shop)
  const orders = []
  for (let index = 0; index < count; index++) orders.push(await buy(jane, product))
  const intents: string[] = []
  for (let from = 0; from < count; from += 20) {
    const some = orders.slice(from, from + 20).map(({ _id }) => _id)
    intents.push(await payFor(shop, jane, some))
  }
  const packers = [await signUpAdmin(shop), await signUpAdmin(shop)] as const
  return { shop, product, orders, intents, packers }
}

/** A double click. */
const twice = <T>(send: () => Promise<T>) => Promise.all([send(), send()])

test('two packers at once ship 200 shipments, and none twice', { tags: 'long' }, async () => {
  const { shop, packers, orders } = await openShopWithPaid(ORDERS)
  const lineOf = new Map(orders.map(({ orderId, _id }) => [orderId, _id]))
  const work = async (packer: Person) => {
    for (let shipments = 0; ; shipments++) {
      const [begun, again] = await twice(() => packer.call('POST', '/shipments', {}))
      if (begun.status === 409) return shipments
      const { _id: id, orderId, version } = begun.body
      expect(again.body._id).toBe(id)
      const lines = [{ _id: lineOf.get(orderId), quantity: 10 }]
      const packed = await twice(() => packer.call('POST', `/shipments/${id}/pack`, { version, lines }))
      expect(packed.map(({ status }) => status).sort()).toEqual([200, 409])
      const sent = { version: version + 1, carrier: 'UPS' }
      const shipped = await twice(() => packer.call('POST', `/shipments/${id}/ship`, sent))
      expect(shipped.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  }
  const [one, other] = await Promise.all([work(packers[0]), work(packers[1])])
  expect(one + other).toBe(ORDERS)
  const { pieces } = await shop.db
    .selectFrom('shipmentLine')
    .select(({ fn }) => fn.sum<string>('quantity').as('pieces'))
    .executeTakeFirstOrThrow()
  expect(Number(pieces)).toBe(10 * ORDERS)
})

test('two packers take over one order at once: its pieces are packed once', async () => {
  const { orders, packers } = await openShopWithPaid(10)
  for (const { _id, orderId } of orders) {
    const lines = [{ _id, quantity: 7 }]
    const done = await Promise.all(
      packers.map(async (packer) => {
        const begun = await packer.call('POST', '/shipments', { order: orderId, takeOver: true })
        if (begun.status !== 200) return begun.body.code
        const { _id: id, version } = begun.body
        const packed = await packer.call('POST', `/shipments/${id}/pack`, { version, lines })
        return packed.body.code ?? 'packed'
      }),
    )
    expect(done.filter((code) => code === 'packed')).toHaveLength(1)
    expect(['stale', 'not-open', 'not-now', 'no-such-shipment']).toContain(
      done.find((code) => code !== 'packed'),
    )
  }
})

test('a refund and a packer race for the same pieces: each piece goes one way', async () => {
  const { shop, product, orders, intents, packers } = await openShopWithPaid(20)
  const [packer, refunder] = packers
  const before = await stockOf(shop.db, product.id)
  let refunded = 0
  let packed = 0
  for (const [index, line] of orders.entries()) {
    const lines = [{ _id: line._id, quantity: 6 }]
    const asked = { lines, reason: 'Bent', restock: true }
    const [given, shipment] = await Promise.all([
      refund(refunder, intents[0] ?? '', asked),
      pack(packer, line, index % 2 === 0 ? lines : [{ _id: line._id, quantity: 4 }]),
    ])
    // Six and four of ten pieces fit, six and six do not.
    const both = [given.status, shipment.status].sort()
    expect(both).toEqual(index % 2 === 0 ? [200, 409] : [200, 200])
    if (given.status === 200) refunded += 6
    if (shipment.status === 200) packed += 1
  }
  expect(packed).toBeGreaterThanOrEqual(10)
  expect(await stockOf(shop.db, product.id)).toBe(before + refunded)
})
