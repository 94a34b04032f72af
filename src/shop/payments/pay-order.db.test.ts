import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buy, ordersOf, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { keys, openTestShop, paymentDepsOf } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import type { CardPayments } from './provider/card-payments.server.ts'
import { startPayment } from './start-payment.server.ts'

async function openShopWithOrder() {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const order = await buy(jane, product)
  const payPage = () => jane.call('GET', `/purchase/payment/${order._id}`)
  return { shop, product, jane, order, payPage }
}
const notPaid = { status: 409, body: { code: 'not-paid' } }

test('the payment page receives the order and an uncacheable client secret', async () => {
  const { shop, jane, order, payPage } = await openShopWithOrder()
  const { status, headers, body } = await payPage()
  expect(status).toBe(200)
  expect(headers.get('Cache-Control')).toBe('no-store')
  const { clientSecret, provider, publishableKey, scriptUrl, ...shown } = body
  expect(shown).toEqual({ ...order, isProcessing: false })
  expect(clientSecret).toMatch(/^pi_\w+_secret_\w+$/)
  expect({ provider, publishableKey, scriptUrl }).toEqual({
    provider: 'stripe',
    publishableKey: keys.publishableKey,
    scriptUrl: null,
  })
  expect(JSON.stringify(body)).not.toContain(keys.secretKey)
  const intent = await shop.stripe.paymentIntents.retrieve(await startPaying(jane, order))
  expect(intent).toMatchObject({
    amount: 12_500,
    currency: 'usd',
    metadata: { paymentId: expect.any(String) },
  })
})

test('repeated and concurrent starts share one payment, even after the idempotency key expired', async () => {
  const { shop, payPage } = await openShopWithOrder()
  const opened = await Promise.all(Array.from({ length: 10 }, payPage))
  expect(new Set(opened.map(({ body }) => body.clientSecret)).size).toBe(1)
  await sql`delete from card_simulator.idempotency_key`.execute(shop.db)
  expect((await payPage()).body.clientSecret).toBe(opened[0]?.body.clientSecret)
  expect((await shop.stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('a confirmed payment makes the order paid, idempotently', async () => {
  const { shop, product, jane, order, payPage } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  await payByCard(shop, intent)
  const paid = { ...order, status: 'paid', heldUntil: undefined, transactionId: intent }
  const more = { transactionId: intent, quantity: 1000, perPrice: 0, email: 'eve@example.com' }
  const reports = [1, 2, 3].map(() => jane.call('PUT', `/purchase/${order._id}`, more))
  for (const { status, body } of await Promise.all(reports))
    expect({ status, body }).toEqual({ status: 200, body: paid })
  expect(await ordersOf(jane)).toEqual([paid])
  const already = { status: 409, body: { code: 'already-paid', message: 'This order is paid.' } }
  expect(await payPage()).toMatchObject(already)
  expect(await jane.call('DELETE', `/purchase/${order._id}`)).toMatchObject(already)
  expect(await stockOf(shop.db, product.id)).toBe(90)
})

test('the page of a paid order tells its buyer and admins the card, lists and others do not', async () => {
  const { shop, jane, order } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  await payByCard(shop, intent)
  await reportPayment(jane, order, intent)
  const read = `/orders/${order.orderId}`
  for (const user of [jane, await signUpAdmin(shop)]) {
    const { lines } = (await user.call('GET', read)).body
    expect(lines).toMatchObject([{ card: { brand: 'visa', last4: '4242' } }])
  }
  expect((await (await signUp(shop)).call('GET', read)).status).toBe(404)
  const [listed] = (await jane.call('GET', '/orders')).body
  expect(listed.lines[0]).toMatchObject({ transactionId: intent })
  expect(listed.lines[0]).not.toHaveProperty('card')
})

test('a payment that has not succeeded does not pay the order', async () => {
  const { shop, jane, order } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  expect(await reportPayment(jane, order, intent)).toMatchObject(notPaid)
  const declined = { payment_method: 'pm_card_chargeDeclined' }
  await expect(shop.stripe.paymentIntents.confirm(intent, declined)).rejects.toThrow('declined')
  expect(await reportPayment(jane, order, intent)).toMatchObject(notPaid)
  expect(await ordersOf(jane)).toEqual([order])
  await payByCard(shop, intent)
  expect((await reportPayment(jane, order, intent)).status).toBe(200)
})

test('a payment never pays another order of the same amount', async () => {
  const { shop, product, jane, order } = await openShopWithOrder()
  const other = await buy(jane, product)
  const intent = await startPaying(jane, other)
  await payByCard(shop, intent)
  expect(await reportPayment(jane, order, intent)).toMatchObject(notPaid)
  await reportPayment(jane, other, intent)
  expect(await reportPayment(jane, order, intent)).toMatchObject(notPaid)
  const [paid, unpaid] = await ordersOf(jane)
  expect([paid?.transactionId, unpaid]).toEqual([intent, order])
})

test('a payment of another amount, or of no order, is refused', async () => {
  const { shop, jane, order } = await openShopWithOrder()
  const card = { currency: 'usd', payment_method: 'pm_card_visa', confirm: true }
  const metadata = { orderId: order._id }
  for (const payment of [{ amount: 12_499 }, { amount: 12_501 }, { amount: 50 }]) {
    const { id, status } = await shop.stripe.paymentIntents.create({
      ...card,
      ...payment,
      metadata,
    })
    expect(status).toBe('succeeded')
    expect(await reportPayment(jane, order, id)).toMatchObject(notPaid)
  }
  const stray = await shop.stripe.paymentIntents.create({ ...card, amount: 12_500 })
  expect(await reportPayment(jane, order, stray.id)).toMatchObject(notPaid)
  expect(await ordersOf(jane)).toEqual([order])
})

test('an unknown payment id is a conflict, and a malformed one is refused', async () => {
  const { jane, order } = await openShopWithOrder()
  for (const id of ['pi_unknown', 'pi_', 'ch_123', 'unknown'])
    expect(await reportPayment(jane, order, id)).toMatchObject(notPaid)
  const odd = ['', 'pi_1/../../refunds', 'pi_1?expand[]=x', 'pi_\u0000', `pi_${'x'.repeat(253)}`]
  for (const id of [...odd, 1, null, ['pi_1']])
    expect(await reportPayment(jane, order, id as string)).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { transactionId: expect.any(String) } },
    })
})

test('only the buyer can start and report a payment, not even an admin', async () => {
  const { shop, jane, order } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  await payByCard(shop, intent)
  for (const user of [await signUp(shop), await signUpAdmin(shop)]) {
    expect((await reportPayment(user, order, intent)).status).toBe(404)
    expect((await user.call('GET', `/purchase/payment/${order._id}`)).status).toBe(404)
  }
  expect(await ordersOf(jane)).toEqual([order])
})

test('opening the payment page detects an unreported payment', async () => {
  const { shop, jane, order, payPage } = await openShopWithOrder()
  const intent = await startPaying(jane, order)
  await payByCard(shop, intent)
  expect(await payPage()).toMatchObject({ status: 409, body: { code: 'already-paid' } })
  expect(await ordersOf(jane)).toEqual([
    { ...order, status: 'paid', heldUntil: undefined, transactionId: intent },
  ])
})

test('a payment during a concurrent cancellation pays the order', async () => {
  const { shop, jane, order } = await openShopWithOrder()
  const { db } = shop
  // Another tab pays the shared payment, and then the order is cancelled.
  const create: CardPayments['create'] = async (wanted) => {
    const { payment, clientSecret } = await shop.payments.create(wanted)
    await payByCard(shop, payment.id)
    expect((await jane.call('DELETE', `/purchase/${order._id}`)).status).toBe(409)
    return { payment, clientSecret }
  }
  const paymentDeps = paymentDepsOf(shop, { ...shop.payments, create })
  const account = db.selectFrom('account').select('id').where('email', '=', jane.email)
  const caller = await account.executeTakeFirstOrThrow()
  const wanted = { lineIds: [order._id] }
  expect(await startPayment(db, paymentDeps, caller, wanted)).toEqual({
    refused: 'payment-captured',
  })
  const transactionId = expect.stringMatching(/^pi_/)
  expect(await ordersOf(jane)).toEqual([{ ...order, status: 'paid', heldUntil: undefined, transactionId }])
})

test('a payment cancelled at the provider is started again and can be paid', async () => {
  const { shop, jane, order } = await openShopWithOrder()
  const first = await startPaying(jane, order)
  await shop.stripe.paymentIntents.cancel(first)
  const second = await startPaying(jane, order)
  expect(second).not.toBe(first)
  expect(await startPaying(jane, order)).toBe(second)
  await payByCard(shop, second)
  expect((await reportPayment(jane, order, second)).status).toBe(200)
})

test('an order with a payment unknown to the provider can be paid or cancelled', async () => {
  const { shop, product, jane, order } = await openShopWithOrder()
  const second = await buy(jane, product)
  for (const one of [order, second]) await startPaying(jane, one)
  await shop.db
    .updateTable('payment')
    .set(({ ref }) => ({ providerId: sql`'pi_of_another_provider_' || ${ref('id')}` }))
    .execute()
  expect((await jane.call('DELETE', `/purchase/${second._id}`)).status).toBe(200)
  const intent = await startPaying(jane, order)
  await payByCard(shop, intent)
  expect((await reportPayment(jane, order, intent)).status).toBe(200)
})
