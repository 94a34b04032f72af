import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { buy, copyOrder, intentOf, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openShopWithOrders } from '#server/testing/unpaid-orders.ts'
import { signUp } from '#server/testing/users.ts'
import type { Order, OrderLine } from '#shop/orders/order.ts'

/** Places one order of three lines of a piece at $12.50. */
async function openShopWithList() {
  const { shop, jane } = await openShopWithOrders(0)
  const lines = []
  for (let index = 0; index < 3; index++) {
    const { id } = await addProduct(shop.db, { minQuantity: 1 })
    lines.push({ productId: id, quantity: 1 })
  }
  const recipient = { name: 'Jane Buyer', address: '1 Anvil Street' }
  const placed = await jane.call('POST', '/orders', { lines, ...recipient })
  expect(placed.status).toBe(200)
  const pay = (wanted: object) => jane.call('POST', '/payments', wanted)
  return { shop, jane, placed: placed.body as Order, pay }
}

test('one card entry pays three orders, as lines of one payment', async () => {
  const { shop, jane, orders, ids, start, transactions, ledger } = await openShopWithOrders()
  const { status, body } = await start()
  expect(status).toBe(200)
  expect(body).toMatchObject({ net: 412.5, tax: 0, total: 412.5 })
  expect(body).toMatchObject({
    provider: 'stripe',
    publishableKey: expect.stringMatching(/^pk_test_/),
  })
  expect(body.lines).toEqual(orders)
  const intent = intentOf(body.clientSecret)
  expect(await shop.stripe.paymentIntents.retrieve(intent)).toMatchObject({
    amount: 41_250,
    currency: 'usd',
    metadata: { paymentId: body._id },
  })
  await payByCard(shop, intent)
  const [first, second, third] = orders as [OrderLine, OrderLine, OrderLine]
  const reported = await reportPayment(jane, second, intent)
  expect(reported).toMatchObject({ status: 200, body: { _id: second._id, transactionId: intent } })
  expect(await transactions()).toEqual([intent, intent, intent])
  for (const order of [first, third]) {
    expect((await reportPayment(jane, order, intent)).status).toBe(200)
  }
  expect(await ledger()).toEqual([
    {
      id: body._id,
      status: 'captured',
      providerId: intent,
      totalCents: 41_250,
      live: ids,
      refunds: [],
    },
  ])
  const mails = (await shop.readMails()).filter(({ subject }) => subject.startsWith('Paid'))
  expect(mails).toMatchObject([{ to: jane.email, subject: expect.stringContaining('$412.50') }])
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
  expect(await ledger()).toHaveLength(1)
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
  const { shop, product, jane, orders, ids, start, ledger } = await openShopWithOrders()
  const bill = await signUp(shop, 'Bill Buyer')
  const foreign = await buy(bill, product)
  const unknown = '01939e0c-0000-7000-8000-00000000dead'
  for (const strange of [foreign._id, unknown, 'x']) {
    const { status, body } = await start([...ids, strange])
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'no-such-order' })
    expect(body.message).toContain(strange)
  }
  const [paid, other] = orders as [OrderLine, OrderLine]
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
  for (const lineIds of wrong) expect((await start(lineIds)).status).toBe(422)
  const sent = await bill.call('POST', '/payments', { lineIds: [ids[2]] })
  expect(sent.status).toBe(404)
  expect(await ledger()).toMatchObject([{ status: 'captured', providerId: intent }])
})

test('a total above the provider’s limit is refused before calling the provider', async () => {
  const { shop, jane } = await openShopWithOrders(0)
  const product = await addProduct(shop.db, {
    unitPriceCents: 500_000_00,
    quantity: 10,
    minQuantity: 1,
  })
  const orders = [await buy(jane, product, 1), await buy(jane, product, 1)]
  const answer = await jane.call('POST', '/payments', { lineIds: orders.map(({ _id }) => _id) })
  expect(answer).toMatchObject({ status: 422, body: { code: 'total-out-of-range' } })
  expect(answer.body.message).toContain('$1,000,000.00')
  expect((await shop.stripe.paymentIntents.list()).data).toEqual([])
})

test('only the buyer can access a payment', async () => {
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

test('malformed ids are treated as missing orders', async () => {
  const { jane, ids } = await openShopWithOrders()
  for (const orderIds of [['anvil'], ['anvil', 'a\u0000b'], ['anvil', ...ids]]) {
    const { status, body } = await jane.call('POST', '/payments', { orderIds })
    expect([status, body.code]).toEqual([404, 'no-such-order'])
  }
})

test('an order stands for its unpaid lines, by its number, its id or a line', async () => {
  const { shop, jane, placed, pay } = await openShopWithList()
  const [first, second, third] = placed.lines as [OrderLine, OrderLine, OrderLine]
  const byNumber = await pay({ orderIds: [placed.number.toLowerCase()] })
  expect(byNumber.body.lines).toEqual(placed.lines)
  const byId = await pay({ orderIds: [placed._id] })
  expect(byId.body._id).toBe(byNumber.body._id)
  const byLine = await pay({ orderIds: [second._id] })
  expect(byLine.body.lines).toEqual([second])
  await payByCard(shop, intentOf(byLine.body.clientSecret))
  await shop.cards.deliverDueWebhooks()
  const rest = await pay({ orderIds: [placed.number] })
  expect(rest.body).toMatchObject({ total: 25, lines: [{ _id: first._id }, { _id: third._id }] })
  for (const { _id } of [first, third]) await jane.call('DELETE', `/purchase/${_id}`)
  expect(await pay({ orderIds: [placed.number] })).toMatchObject({
    status: 409,
    body: { code: 'not-payable', message: `Order ${placed.number} is paid.` },
  })
})

test('tax is computed once on the sum of the lines, and stored with the payment', async () => {
  const { shop, placed, pay } = await openShopWithList()
  await shop.db.updateTable('orders').set({ taxPercent: 19.5 }).execute()
  // Three lines of $12.50: 19.5 % of one is $2.4375, of their sum $7.3125.
  const { body } = await pay({ orderIds: [placed._id] })
  expect(body).toMatchObject({ net: 37.5, tax: 7.31, total: 44.81 })
  const intent = await shop.stripe.paymentIntents.retrieve(intentOf(body.clientSecret))
  expect(intent.amount).toBe(4481)
  await payByCard(shop, intent.id)
  await shop.cards.deliverDueWebhooks()
  const [row] = await shop.db.selectFrom('payment').selectAll().execute()
  expect(row).toMatchObject({ status: 'captured', netCents: 3750, taxCents: 731, totalCents: 4481 })
})

test('a payment takes only orders that are taxed alike', async () => {
  const { shop, ids, start } = await openShopWithOrders(2)
  const [one] = await shop.db.selectFrom('orders').select('id').orderBy('id').execute()
  const tax = { taxTreatment: 'exempt', taxReference: 'CERT-1' }
  await shop.db
    .updateTable('orders')
    .set(tax)
    .where('id', '=', one?.id ?? '')
    .execute()
  expect(await start()).toMatchObject({ status: 422, body: { code: 'taxed-differently' } })
  expect((await start(ids.slice(1))).status).toBe(200)
})
