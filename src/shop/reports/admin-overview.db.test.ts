import { expect, test } from 'vitest'
import { buy, buySeveral, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { recordMiss } from '#shop/search/synonyms/search-misses.server.ts'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

test('the overview counts exactly the pending tasks', async () => {
  const shop = await openTestShop()
  const { db } = shop
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const overview = async () => (await owen.call('GET', '/dashboard/overview')).body
  expect(await overview()).toEqual({
    firstSteps: null,
    unpaidOrders: 0,
    oldestUnpaidOrder: null,
    expiringOrders: 0,
    stuckOrders: 0,
    lowProducts: 0,
    waitingMails: 0,
    oldestMails: [],
    failedRefunds: 0,
    failedRefundOrders: [],
    failedRefundsOfNoOrder: [],
    messages: 0,
    ordersToPack: 0,
    ordersPartShipped: 0,
    blockedOrders: 0,
    returnsAskedFor: 0,
    returnsToSettle: 0,
    missedSearches: 0,
    missedSearch: null,
    databaseMs: expect.any(Number),
    diskFreeBytes: expect.any(Number),
    isDiskLow: expect.any(Boolean),
    lastBackupAt: null,
    isBackupOverdue: false,
    refundsUnreadSince: null,
    cardPayments: true,
    cardPaymentsUrl: 'https://dashboard.stripe.com/test/payments',
  })

  const product = await addProduct(db, { quantity: 100, minQuantity: 10 })
  const paid = await buy(jane, product)
  const oldest = await buy(jane, product)
  // An order of several unpaid lines counts once.
  await buySeveral(jane, [product, await addProduct(db)])
  const [stuck, justCancelled] = [await buy(jane, product), await buy(jane, product)]
  const intentId = await startPaying(jane, paid)
  await payByCard(shop, intentId)
  await reportPayment(jane, paid, intentId)
  for (const [{ _id }, cancellingAt] of [
    [stuck, minutesAgo(3)],
    [justCancelled, minutesAgo(1)],
  ] as const) {
    await db.updateTable('orderLine').set({ cancellingAt }).where('id', '=', _id).execute()
  }
  await addProduct(db, { quantity: 9, minQuantity: 10 })
  await addProduct(db, { quantity: 10, minQuantity: 10 })
  const deleted = await addProduct(db, { quantity: 0, minQuantity: 10 })
  await db.updateTable('product').set({ deletedAt: new Date() }).where('id', '=', deleted.id).execute()
  expect(await overview()).toMatchObject({
    unpaidOrders: 2,
    oldestUnpaidOrder: oldest.createdAt,
    ordersToPack: 1,
    blockedOrders: 0,
    stuckOrders: 1,
    lowProducts: 1,
    waitingMails: 0,
  })
  const listed = async (state: string) =>
    (await owen.call('GET', `/orders/all/summary?state=${state}`)).body.found.count
  expect([await listed('unpaid'), await listed('stuck')]).toEqual([2, 1])
  expect((await owen.call('DELETE', `/purchase/${stuck._id}`)).status).toBe(200)
  expect(await overview()).toMatchObject({ unpaidOrders: 2, stuckOrders: 0 })

  await db
    .updateTable('orders')
    .set({ heldUntil: new Date(Date.now() + 23 * 3_600_000) })
    .where('id', '=', oldest.orderId)
    .execute()
  await db.updateTable('orders').set({ address: '' }).where('id', '=', paid.orderId).execute()
  const message = { name: 'Ada', email: 'ada@example.com', message: 'Do you ship to Oslo?' }
  expect((await jane.call('POST', '/contact', message)).status).toBe(200)
  for (const query of ['torx', 'torx', 'anvil']) await recordMiss(db, query)
  expect(await overview()).toMatchObject({
    expiringOrders: 1,
    ordersToPack: 0,
    blockedOrders: 1,
    messages: 1,
    missedSearches: 2,
    missedSearch: 'torx',
  })
  expect(await listed('expiring')).toBe(1)

  const [first, second] = await db.selectFrom('outgoingMail').select('id').execute()
  const setMail = (change: { createdAt?: Date; deadAt?: Date }, id = '') =>
    db.updateTable('outgoingMail').set(change).where('id', '=', id).execute()
  await setMail({ createdAt: minutesAgo(6) }, first?.id)
  await setMail({ deadAt: new Date() }, second?.id)
  expect(await overview()).toMatchObject({
    waitingMails: 2,
    oldestMails: [{ template: expect.any(String), error: null }, {}],
  })
})

test('a card provider that hangs is reported as down within seconds', {
  tags: 'long',
}, async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  await orderFault(shop.cards.app, { kind: 'timeout_before' })
  const { status, body } = await owen.call('GET', '/dashboard/overview')
  expect({ status, body }).toMatchObject({ status: 200, body: { cardPayments: false } })
  expect((await owen.call('GET', '/dashboard/overview')).body.cardPayments).toBe(true)
})
