import { expect, test } from 'vitest'
import { buy, buySeveral, ordersOf, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin, signUpUnverified } from '#server/testing/users.ts'
import type { CancelPayment } from '#shop/orders/cancel/cancel-lines.server.ts'
import { finishCancelling, markCancellingOf } from '#shop/orders/cancel/cancel-marked.server.ts'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'

async function openShopWithHolders() {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 200 })
  const [jane, eve, owen] = [await signUp(shop), await signUp(shop), await signUpAdmin(shop)]
  const [paid, first] = [await buy(jane, product), await buy(jane, product)]
  const intent = await startPaying(jane, paid)
  await payByCard(shop, intent)
  await reportPayment(jane, paid, intent)
  await buy(eve, product, 20)
  await buy(eve, product, 30)
  const holders = async () => (await owen.call('GET', '/heldStock')).body
  const letGo = (buyerId: string) => owen.call('DELETE', `/heldStock/${buyerId}`)
  return { shop, product, jane, eve, owen, first, holders, letGo }
}

test('held stock lists buyers by value and excludes paid orders', async () => {
  const { jane, eve, first, holders } = await openShopWithHolders()
  expect(await holders()).toMatchObject([
    { email: eve.email, name: 'Jane Buyer', orders: 2, pieces: 50, dollars: 625 },
    { email: jane.email, orders: 1, pieces: 10, dollars: 125, oldestUntil: first.heldUntil },
  ])
})

test('an admin cancels the unpaid orders of one buyer; the stock returns and it is audited', async () => {
  const { shop, product, jane, eve, owen, holders, letGo } = await openShopWithHolders()
  const [{ buyerId }] = await holders()
  expect(await letGo(buyerId)).toMatchObject({
    status: 200,
    body: { deletedCount: 2, stillCancelling: 0 },
  })
  expect(await ordersOf(eve)).toEqual([])
  expect(await ordersOf(jane)).toHaveLength(2)
  expect(await stockOf(shop.db, product.id)).toBe(180)
  const subjects = (await shop.readMails()).map(({ to, subject }) => `${to} ${subject}`)
  expect(subjects.filter((subject) => subject.startsWith(`${eve.email} Cancelled`))).toHaveLength(2)
  const entries = await shop.db.selectFrom('auditEntry').selectAll().orderBy('id').execute()
  expect(entries.at(-1)).toMatchObject({
    action: 'orders-cancelled',
    actor: owen.email,
    subject: eve.email,
    subjectId: buyerId,
  })
  expect((await letGo(buyerId)).body).toEqual({ deletedCount: 0, stillCancelling: 0 })
  expect((await letGo(crypto.randomUUID())).status).toBe(404)
  expect((await letGo('nobody')).status).toBe(404)
})

test('an admin cancels the unpaid orders of all unverified buyers at once; it is audited', async () => {
  const { shop, product, jane, eve, owen } = await openShopWithHolders()
  const unverified = [await signUpUnverified(shop), await signUpUnverified(shop)]
  for (const buyer of unverified) for (let of = 0; of < 2; of++) await buy(buyer, product)
  const stock = await stockOf(shop.db, product.id)
  const pool = 'unconfirmed e-mails'
  const path = `/heldStock/pools?pool=${encodeURIComponent(pool)}`
  const pools = async () => (await owen.call('GET', '/heldStock/pools')).body
  expect(await pools()).toContainEqual({ pool, buyers: 2, orders: 4, pieces: 40, dollars: 500 })
  expect((await jane.call('DELETE', path)).status).toBe(403)
  expect((await owen.call('DELETE', path)).body).toEqual({
    deletedCount: 4,
    stillCancelling: 0,
  })
  for (const buyer of unverified) expect(await ordersOf(buyer)).toEqual([])
  expect([await ordersOf(jane), await ordersOf(eve)].map(({ length }) => length)).toEqual([2, 2])
  expect(await stockOf(shop.db, product.id)).toBe(stock + 40)
  expect(await pools()).not.toContainEqual(expect.objectContaining({ pool }))
  const entries = await shop.db.selectFrom('auditEntry').selectAll().orderBy('id').execute()
  expect(entries.at(-1)).toMatchObject({
    action: 'orders-cancelled',
    actor: owen.email,
    subject: 'all buyers with an unconfirmed e-mail',
    subjectId: null,
  })
})

test('the lines of an order are cancelled together, with one mail', async () => {
  const { shop, jane, holders, letGo } = await openShopWithHolders()
  const order = await buySeveral(jane, [await addProduct(shop.db), await addProduct(shop.db)], 50)
  const [{ buyerId }] = await holders()
  expect((await letGo(buyerId)).body).toEqual({ deletedCount: 3, stillCancelling: 0 })
  const subjects = (await shop.readMails()).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes(`Cancelled: order ${order.number}`))).toEqual([
    `Cancelled: order ${order.number}, 2 tools`,
  ])
})

test('orders stay cancelling while the card provider is down, and are cancelled later', async () => {
  const { shop, product, eve, holders, letGo } = await openShopWithHolders()
  const [order] = await ordersOf(eve)
  if (order) await startPaying(eve, order)
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'payment_intents.cancel' })
  const [{ buyerId }] = await holders()
  expect((await letGo(buyerId)).body).toEqual({ deletedCount: 1, stillCancelling: 1 })
  expect(await ordersOf(eve)).toMatchObject([{ status: 'cancelling' }])
  shop.clock.now = new Date(Date.now() + 10_000)
  await shop.reconcile()
  expect(await ordersOf(eve)).toEqual([])
  expect(await stockOf(shop.db, product.id)).toBe(180)
})

test('an order that is paid concurrently stays paid', async () => {
  const { shop, eve, holders, letGo } = await openShopWithHolders()
  const [order] = await ordersOf(eve)
  const intent = order && (await startPaying(eve, order))
  if (intent) await payByCard(shop, intent)
  const [{ buyerId }] = await holders()
  expect((await letGo(buyerId)).body).toEqual({ deletedCount: 1, stillCancelling: 0 })
  expect(await ordersOf(eve)).toMatchObject([{ _id: order?._id, status: 'paid' }])
})

test('a provider without response does not block the request; the orders stay cancelling', async () => {
  const { shop, eve } = await openShopWithHolders()
  const [order] = await ordersOf(eve)
  if (order) await startPaying(eve, order)
  const account = shop.db.selectFrom('account').select('id').where('email', '=', eve.email)
  const { id } = await account.executeTakeFirstOrThrow()
  // Only an order that has a payment needs the provider.
  const cancelPayment: CancelPayment = async (lineId) =>
    lineId === order?._id ? new Promise<never>(() => {}) : 'cancelled'
  const silent = { cancelPayment, countOrder: () => {} }
  await markCancellingOf(shop.db, id)
  const done = await finishCancelling(shop.db, silent, id, { id }, 1_000)
  expect(done).toEqual({ cancelled: 1, stillCancelling: 1, failed: [] })
  expect(await ordersOf(eve)).toMatchObject([{ _id: order?._id, status: 'cancelling' }])
})
