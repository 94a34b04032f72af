import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { OrderLine } from '#shop/orders/order.ts'
import { buy, copyOrder, intentOf, payByCard, reportPayment, startPaying } from '#testing/orders.ts'
import { addProduct } from '#testing/products.ts'
import { openShopWithOrders } from '#testing/unpaid-orders.ts'
import { signUp } from '#testing/users.ts'

test('one card entry pays three orders, each with its part in the ledger', async () => {
  const { shop, jane, orders, ids, start, transactions, ledger } = await openShopWithOrders()
  const { status, body } = await start()
  expect(status).toBe(200)
  expect(body).toMatchObject({ amount: 412.5, publishableKey: expect.stringMatching(/^pk_test_/) })
  expect(body.orders).toEqual(orders)
  const intent = intentOf(body.clientSecret)
  expect(await shop.stripe.paymentIntents.retrieve(intent)).toMatchObject({
    amount: 41_250,
    currency: 'usd',
    metadata: { paymentId: body._id },
  })
  await payByCard(shop, intent)
  const [first, second, third] = orders as [Order, Order, Order]
  const reported = await reportPayment(jane, second, intent)
  expect(reported).toMatchObject({ status: 200, body: { _id: second._id, transactionId: intent } })
  expect(await transactions()).toEqual([intent, intent, intent])
  for (const order of [first, third]) {
    expect((await reportPayment(jane, order, intent)).status).toBe(200)
  }
  expect(await ledger()).toEqual(
    [12_500, 13_750, 15_000].map((amountCents, index) => ({
      paymentIntentId: intent,
      orderLineId: ids[index],
      amountCents,
      refundDueAt: null,
    })),
  )
  const mails = (await shop.readMails()).filter(({ subject }) => subject.startsWith('Paid'))
  expect(mails).toMatchObject([{ to: jane.email, subject: 'Paid: 3 orders, $412.50' }])
  for (const part of [intent, ...orders.map(({ orderNumber }) => orderNumber)]) {
    expect(mails[0]?.text).toContain(part)
  }
  expect(await start()).toMatchObject({ status: 409, body: { code: 'not-payable' } })
  expect(await jane.call('GET', `/payments/${body._id}`)).toMatchObject({
    status: 409,
    body: { code: 'payment-captured' },
  })
})

test('the webhook marks all orders paid, once, however often it comes', async () => {
  const { shop, open, transactions, ledger } = await openShopWithOrders()
  const intent = await open()
  await payByCard(shop, intent)
  const [event] = (await shop.stripe.events.list({ type: 'payment_intent.succeeded' })).data
  await Promise.all([shop.cards.deliverDueWebhooks(), shop.cards.deliverDueWebhooks()])
  expect(await transactions()).toEqual([intent, intent, intent])
  expect(event?.data.object).toMatchObject({ id: intent })
  await shop.cards.deliverDueWebhooks()
  expect(await ledger()).toHaveLength(3)
  const mails = (await shop.readMails()).filter(({ subject }) => subject.startsWith('Paid'))
  expect(mails).toHaveLength(1)
})

test('two hundred orders are paid at once', { timeout: 60_000 }, async () => {
  const { shop, orders, ids, open, transactions } = await openShopWithOrders(1)
  const copies = Array.from({ length: 199 }, () => uuidv7())
  await copyOrder(shop.db, orders[0] as OrderLine, copies)
  const intent = await open([...ids, ...copies])
  await payByCard(shop, intent)
  await shop.cards.deliverDueWebhooks()
  const paidBy = await transactions()
  expect(paidBy).toHaveLength(200)
  expect(new Set(paidBy)).toEqual(new Set([intent]))
})

test('starting the same orders again, even at once, is the same payment', async () => {
  const { ids, start, jane } = await openShopWithOrders()
  const answers = await Promise.all([start(), start(ids.toReversed()), start()])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1)
  const [first] = answers
  const again = await jane.call('GET', `/payments/${first?.body._id}`)
  expect(again).toMatchObject({ status: 200, body: first?.body })
})

test('orders that can’t be paid are named, and nothing is started', async () => {
  const { shop, product, jane, orders, ids, start } = await openShopWithOrders()
  const bill = await signUp(shop, 'Bill Buyer')
  const foreign = await buy(bill, product)
  const unknown = '01939e0c-0000-7000-8000-00000000dead'
  for (const strange of [foreign._id, unknown, 'x']) {
    const { status, body } = await start([...ids, strange])
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'no-such-order' })
    expect(body.message).toContain(strange)
  }
  const [paid, other] = orders as [Order, Order]
  const intent = await startPaying(jane, paid)
  await payByCard(shop, intent)
  await reportPayment(jane, paid, intent)
  await shop.db
    .updateTable('orderLine')
    .set({ cancellingAt: shop.clock.now })
    .where('id', '=', other._id)
    .execute()
  expect(await start()).toMatchObject({
    status: 409,
    body: {
      code: 'not-payable',
      message: `Order ${paid.orderNumber} is paid. Order ${other.orderNumber} is being cancelled.`,
      fields: { [paid._id]: 'This order is paid.', [other._id]: 'This order is being cancelled.' },
    },
  })
  const wrong = [[], [ids[0], ids[0]], [ids[0], ids[0]?.toUpperCase()], Array(201).fill('x'), 'x']
  for (const orderIds of wrong) expect((await start(orderIds)).status).toBe(422)
  const sent = await bill.call('POST', '/payments', { orderIds: [ids[2]] })
  expect(sent.status).toBe(404)
  expect(await shop.db.selectFrom('payment').selectAll().execute()).toEqual([])
})

test('a total over the provider’s limit is told before the provider is asked', async () => {
  const { shop, jane } = await openShopWithOrders(0)
  const product = await addProduct(shop.db, {
    unitPriceCents: 500_000_00,
    quantity: 10,
    minQuantity: 1,
  })
  const orders = [await buy(jane, product, 1), await buy(jane, product, 1)]
  const answer = await jane.call('POST', '/payments', { orderIds: orders.map(({ _id }) => _id) })
  expect(answer).toMatchObject({ status: 422, body: { code: 'total-out-of-range' } })
  expect(answer.body.message).toContain('$1,000,000.00')
  expect((await shop.stripe.paymentIntents.list()).data).toEqual([])
})

test('a user starts at most sixty payments a minute; resuming one is not a start', async () => {
  const { shop, ids, start } = await openShopWithOrders(2)
  const { body } = await start()
  const account = await shop.db.selectFrom('payment').select('accountId').executeTakeFirstOrThrow()
  const earlier = Array.from({ length: 59 }, () => uuidv7())
  await shop.db.transaction().execute(async (db) => {
    for (const id of earlier) {
      const cancelledAt = shop.clock.now
      const payment = { ...account, id, amountCents: 12_500, cancelledAt }
      const part = { paymentId: id, orderLineId: ids[0] ?? '', amountCents: 12_500 }
      await db.insertInto('payment').values(payment).execute()
      await db.insertInto('paymentOrder').values(part).execute()
    }
  })
  const refused = await start(ids.slice(0, 1))
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-often' } })
  expect(refused.headers.get('Retry-After')).toBe('60')
  expect(await start()).toMatchObject({ status: 200, body: { _id: body._id } })
})

test('a payment is its buyer’s alone', async () => {
  const { shop, ids, start } = await openShopWithOrders(1)
  const { body } = await start()
  const bill = await signUp(shop, 'Bill Buyer')
  for (const id of [body._id, ids[0], 'x']) {
    expect((await bill.call('GET', `/payments/${id}`)).status).toBe(404)
  }
  const reported = await bill.call('PUT', `/purchase/${ids[0]}`, {
    transactionId: intentOf(body.clientSecret),
  })
  expect(reported.status).toBe(404)
})

test('ids that are no ids are orders that do not exist', async () => {
  const { jane, ids } = await openShopWithOrders()
  for (const orderIds of [['anvil'], ['anvil', 'a\u0000b'], ['anvil', ...ids]]) {
    const { status, body } = await jane.call('POST', '/payments', { orderIds })
    expect([status, body.code]).toEqual([404, 'no-such-order'])
  }
})
