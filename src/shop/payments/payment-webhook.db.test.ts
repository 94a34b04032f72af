import { expect, test } from 'vitest'
import { buy, ordersOf, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { keys, openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { signUp } from '#server/testing/users.ts'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'

/** Creates an order whose payment succeeded at the provider without the shop knowing. */
async function openShopWithPayment() {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const order = await buy(jane, product)
  const intent = await startPaying(jane, order)
  const pay = () => payByCard(shop, intent)
  const transaction = async () => (await ordersOf(jane))[0]?.transactionId

  /** Returns the provider's event of the payment, changed by `edit`. */
  const eventOf = async (edit: object = {}) => {
    const type = 'payment_intent.succeeded'
    const [event] = (await shop.stripe.events.list({ type })).data
    const object = { ...event?.data.object, ...edit }
    return JSON.stringify({ ...event, data: { object } })
  }
  const sign = (payload: string, how: { secret?: string; secondsAgo?: number } = {}) =>
    shop.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: how.secret ?? keys.webhookSecret,
      timestamp: Math.floor(Date.now() / 1000) - (how.secondsAgo ?? 0),
    })
  const deliver = async (payload: string, signature?: string) => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await shop.app.request(`${shopUrl}/api/payments/webhook`, {
      method: 'POST',
      headers: { ...headers, ...(signature !== undefined && { 'Stripe-Signature': signature }) },
      body: payload,
    })
    return { status: answer.status, body: await answer.json() }
  }
  return { shop, jane, order, intent, pay, transaction, eventOf, sign, deliver }
}

test('an order is paid even if the buyer’s browser closed after the charge', async () => {
  const { shop, intent, pay, transaction } = await openShopWithPayment()
  await pay()
  expect(await transaction()).toBeUndefined()
  expect(await shop.cards.deliverDueWebhooks()).toBe(1)
  expect(await transaction()).toBe(intent)
})

test('webhook and browser may report in any order, and events repeatedly', async () => {
  const { shop, jane, order, intent, pay, transaction } = await openShopWithPayment()
  await orderFault(shop.cards.app, { kind: 'webhook_doubled' })
  await pay()
  const [sent, reported] = await Promise.all([
    shop.cards.deliverDueWebhooks(),
    reportPayment(jane, order, intent),
  ])
  expect([sent, reported.status]).toEqual([2, 200])
  const { capturedAt } = await shop.db.selectFrom('payment').select('capturedAt').executeTakeFirstOrThrow()
  expect((await reportPayment(jane, order, intent)).status).toBe(200)
  expect(await shop.db.selectFrom('payment').select('capturedAt').execute()).toEqual([{ capturedAt }])
  expect(await transaction()).toBe(intent)
})

test('a signed body that is not an event is refused as malformed', async () => {
  const { pay, transaction, eventOf, sign, deliver } = await openShopWithPayment()
  await pay()
  const event = JSON.parse(await eventOf())
  const bodies = [
    ...['{', 'null', '[]', '7', '"event"', '{}'],
    JSON.stringify({ ...event, data: null }),
    JSON.stringify({ ...event, data: { object: null } }),
    JSON.stringify({ ...event, data: { object: { object: 'payment_intent' } } }),
    JSON.stringify({ ...event, data: { object: { object: 'refund', payment_intent: 7 } } }),
    JSON.stringify({ ...event, id: 7 }),
    JSON.stringify({ ...event, type: null }),
    await eventOf({ metadata: null }),
    await eventOf({ amount: 'much' }),
  ]
  for (const body of bodies) {
    const { status, body: answer } = await deliver(body, sign(body))
    expect([body, status, answer.code]).toEqual([body, 400, 'malformed'])
  }
  expect(await transaction()).toBeUndefined()
})

test('a forged, modified, expired or unsigned webhook is refused before parsing', async () => {
  const { pay, transaction, eventOf, sign, deliver } = await openShopWithPayment()
  await pay()
  const event = await eventOf()
  const refused = {
    status: 400,
    body: { code: 'bad-signature', message: 'The signature does not match.' },
  }
  expect(await deliver(event)).toEqual(refused)
  expect(await deliver(event, '')).toEqual(refused)
  expect(await deliver(event, 't=1,v1=00')).toEqual(refused)
  expect(await deliver(event, sign(event, { secret: 'whsec_of_a_forger' }))).toEqual(refused)
  expect(await deliver(event, sign(event, { secondsAgo: 301 }))).toEqual(refused)
  expect(await deliver(event.replace('{', '{ '), sign(event))).toEqual(refused)
  expect(await deliver('{', sign('{}'))).toEqual(refused)
  expect(await transaction()).toBeUndefined()
})

test('a signature with an empty part is refused like a wrong one', async () => {
  const { pay, eventOf, sign, deliver } = await openShopWithPayment()
  await pay()
  const event = await eventOf()
  const now = Math.floor(Date.now() / 1000)
  const right = await sign(event)
  const parts = ['v1', 'v1=', 't=', 't', ',', '=', '', ' ', `t=${now}`, `t=${now},v1`]
  const whole = [`t=${now},v1=`, `t=${now},v1=,v1=`, 't=,v1=', `${right},v1=`, `${right},`]
  for (const signature of [...parts, ...whole]) {
    const { status, body } = await deliver(event, signature)
    expect([signature, status, body.code]).toEqual([signature, 400, 'bad-signature'])
  }
  expect((await deliver(event, `${right},v0=other`)).status).toBe(200)
})

test('a webhook that is five minutes old is accepted', async () => {
  const { intent, pay, transaction, eventOf, sign, deliver } = await openShopWithPayment()
  await pay()
  const event = await eventOf()
  const answer = await deliver(event, sign(event, { secondsAgo: 290 }))
  expect(answer).toEqual({ status: 200, body: { received: true } })
  expect(await transaction()).toBe(intent)
})

test('an event’s payment status is fetched from the provider', async () => {
  const { shop, intent, pay, transaction, eventOf, sign, deliver } = await openShopWithPayment()
  const elsewhere = await shop.stripe.paymentIntents.create({
    amount: 12_500,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
  })
  expect(elsewhere.status).toBe('succeeded')
  const received = { status: 200, body: { received: true } }
  const claims = [
    ...[{ id: intent }, { id: intent, metadata: {} }, { id: intent, status: 'succeeded' }],
    ...[{}, { id: 'pi_unknown' }, { id: intent, object: 'charge' }],
  ]
  const { metadata } = await shop.stripe.paymentIntents.retrieve(intent)
  for (const claim of claims) {
    const event = await eventOf({ metadata, ...claim })
    expect(await deliver(event, sign(event))).toEqual(received)
    expect(await transaction()).toBeUndefined()
  }
  // A failed attempt had no effect, so it must not block the later event of the same payment.
  await pay()
  const stale = await eventOf({ amount: 1, currency: 'eur', metadata: {}, status: 'processing' })
  expect(await deliver(stale, sign(stale))).toEqual(received)
  expect(await transaction()).toBe(intent)
})

test('an event takes effect once, and is retried after a failure', async () => {
  const { shop, intent, pay, transaction, eventOf, sign, deliver } = await openShopWithPayment()
  await pay()
  const event = await eventOf()
  const retrieve = { call: 'payment_intents.retrieve', count: 1 }
  await orderFault(shop.cards.app, { kind: 'rate_limited', ...retrieve })
  expect((await deliver(event, sign(event))).status).toBe(503)
  expect(await shop.db.selectFrom('providerEvent').selectAll().execute()).toEqual([])
  expect(await transaction()).toBeUndefined()

  const answers = await Promise.all([1, 2, 3].map(() => deliver(event, sign(event))))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await transaction()).toBe(intent)
  const { id } = JSON.parse(event)
  const events = await shop.db.selectFrom('providerEvent').select(['id', 'type']).execute()
  expect(events).toEqual([{ id, type: 'payment_intent.succeeded' }])

  // The event is known, so the provider, which would fail, is not queried.
  await orderFault(shop.cards.app, { kind: 'rate_limited', ...retrieve })
  expect((await deliver(event, sign(event))).status).toBe(200)
  const mails = (await shop.readMails()).filter(({ subject }) => subject.startsWith('Paid'))
  expect(mails).toHaveLength(1)
})

test.each(['webhook_forged', 'webhook_wrong_amount'])(
  'after a %s the genuine event is accepted',
  async (kind) => {
    const { shop, intent, pay, transaction } = await openShopWithPayment()
    await orderFault(shop.cards.app, { kind })
    await pay()
    expect(await shop.cards.deliverDueWebhooks()).toBe(2)
    expect(await transaction()).toBe(intent)
  },
)
