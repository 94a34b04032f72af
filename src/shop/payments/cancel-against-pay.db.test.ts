import { expect, test, vi } from 'vitest'
import type { Answer } from '#server/testing/api-driver.ts'
import { buy, intentOf, listedOrders, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { signUp } from '#server/testing/users.ts'
import { cancelLine } from '#shop/orders/cancel/cancel-order.server.ts'
import { selectLines } from '#shop/orders/line-queries.server.ts'

/** On a busy machine a cancellation may respond before it is complete. */
function isUnderWay(cancelled: Answer | undefined): boolean {
  if (cancelled?.status !== 202) return false
  expect(cancelled.body).toEqual({ deletedCount: 0, status: 'cancelling' })
  return true
}

function orderAtItsEnd({ db }: TestShop, { _id }: { _id: string }) {
  const find = async () => {
    const { status, transactionId, cancellingAt } = await selectLines(db)
      .where('orderLine.id', '=', _id)
      .executeTakeFirstOrThrow()
    const row = { status, transactionId, cancellingAt }
    expect(row.status).not.toBe('cancelling')
    return row
  }
  return vi.waitFor(find, { timeout: 120_000 })
}

test('of a concurrent cancellation and payment exactly one wins, fifty times', {
  tags: 'long',
}, async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 500 })
  const jane = await signUp(shop)
  const pair = async (index: number): Promise<number> => {
    const order = await buy(jane, product)
    const intent = await startPaying(jane, order)
    const pay = () => payByCard(shop, intent).catch(() => {})
    const report = () => reportPayment(jane, order, intent)
    const cancel = () => jane.call('DELETE', `/purchase/${order._id}`)
    // Each third starts at a different point of the payment.
    if (index % 3 === 2) await pay()
    const paying = index % 3 === 2 ? report : () => pay().then(report)
    const [cancelled, reported] =
      index % 3 === 0
        ? await Promise.all([cancel(), paying()])
        : (await Promise.all([paying(), cancel()])).reverse()
    const row = await orderAtItsEnd(shop, order)
    const { status } = await shop.stripe.paymentIntents.retrieve(intent)
    if (row.status === 'paid') {
      expect(row).toEqual({ status: 'paid', transactionId: intent, cancellingAt: null })
      expect([status, reported?.status]).toEqual(['succeeded', 200])
      if (!isUnderWay(cancelled)) expect(cancelled?.status).toBe(409)
    } else {
      expect(row).toMatchObject({ status: 'cancelled', transactionId: null })
      expect(status).toBe('canceled')
      if (!isUnderWay(cancelled)) expect(cancelled?.status).toBe(200)
      expect([404, 409]).toContain(reported?.status)
    }
    return row.status === 'paid' ? 10 : 0
  }
  const outcomes: number[] = []
  // Ten at a time: a busy machine answers more of them too late.
  for (let first = 0; first < 50; first += 10) {
    const indices = Array.from({ length: 10 }, (_, index) => first + index)
    outcomes.push(...(await Promise.all(indices.map((index) => pair(index)))))
  }
  const sold = outcomes.reduce((sum, pieces) => sum + pieces)
  expect(sold).toBeGreaterThan(0)
  expect(await stockOf(shop.db, product.id)).toBe(500 - sold)
  await shop.cards.deliverDueWebhooks()
  expect(await stockOf(shop.db, product.id)).toBe(500 - sold)
})

test('a cancelled order cannot be paid, even from a payment page opened meanwhile', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 300 })
  const jane = await signUp(shop)
  const round = async (_: unknown, index: number) => {
    const order = await buy(jane, product)
    const open = () => jane.call('GET', `/purchase/payment/${order._id}`)
    const cancel = () => jane.call('DELETE', `/purchase/${order._id}`)
    const [opened, cancelled] =
      index % 2 === 0
        ? await Promise.all([open(), cancel()])
        : (await Promise.all([cancel(), open()])).reverse()
    expect(cancelled?.status).toBe(200)
    expect([200, 404, 409]).toContain(opened?.status)
    if (opened?.status !== 200) return
    const payment = payByCard(shop, intentOf(opened.body.clientSecret))
    await expect(payment).rejects.toThrow('status of canceled')
  }
  // A few at a time: a cancellation that waits for four seconds is answered before it is done.
  for (let group = 0; group < 6; group++) {
    await Promise.all(Array.from({ length: 5 }, round))
  }
  const { data } = await shop.stripe.paymentIntents.list({ limit: 100 })
  for (const { status } of data) expect(status).toBe('canceled')
  expect(await listedOrders(shop.db)).toEqual([])
  expect(await stockOf(shop.db, product.id)).toBe(300)
})

test('a cancelled order’s payment is cancelled at the provider', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const order = await buy(jane, await addProduct(shop.db))
  const intent = await startPaying(jane, order)
  expect((await jane.call('DELETE', `/purchase/${order._id}`)).status).toBe(200)
  expect((await shop.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled')
  expect((await reportPayment(jane, order, intent)).status).toBe(404)
  expect((await jane.call('GET', `/purchase/payment/${order._id}`)).status).toBe(404)
})

test('a cancellation after the payment succeeded makes the order paid', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const order = await buy(jane, product)
  const intent = await startPaying(jane, order)
  await payByCard(shop, intent)
  expect(await jane.call('DELETE', `/purchase/${order._id}`)).toMatchObject({
    status: 409,
    body: { code: 'already-paid' },
  })
  const { body } = await jane.call('GET', `/purchase/${jane.email}`)
  expect(body).toEqual([{ ...order, status: 'paid', heldUntil: undefined, transactionId: intent }])
  expect(await stockOf(shop.db, product.id)).toBe(90)
})

test('a cancellation that the payment overtakes reports the order as paid', async () => {
  const shop = await openTestShop()
  const { db } = shop
  const jane = await signUp(shop)
  const order = await buy(jane, await addProduct(db))
  const intent = await startPaying(jane, order)
  const account = db.selectFrom('account').select('id').where('email', '=', jane.email)
  const { id } = await account.executeTakeFirstOrThrow()
  const deps = {
    countOrder: () => {},
    // The payment succeeds while the cancellation is under way.
    cancelPayment: async () => {
      await payByCard(shop, intent)
      expect((await reportPayment(jane, order, intent)).status).toBe(200)
    },
  }
  const cancelled = await cancelLine(10_000, db, deps, { id, role: 'buyer' }, order._id)
  expect(cancelled).toEqual({ refused: 'already-paid' })
})
