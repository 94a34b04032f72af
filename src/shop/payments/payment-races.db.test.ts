import { expect, test } from 'vitest'
import { intentOf, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { openShopWithOrders } from '#server/testing/unpaid-orders.ts'
import type { OrderLine } from '#shop/orders/order.ts'

const ROUNDS = 20

type Shop = Awaited<ReturnType<typeof openShopWithOrders>>

/** Delivers all events and lets the reconciler finish, twice, because one may start the other. */
async function settle({ shop }: Shop): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await shop.cards.deliverDueWebhooks()
    await shop.reconcile()
  }
}

/** The captured money of the orders less the refunds, by the provider, in cents. */
async function moneyKept({ shop }: Shop): Promise<number> {
  const intents = await shop.stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({
    limit: 1000,
  })
  const refunds = await shop.stripe.refunds.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  const taken = intents.filter(({ status }) => status === 'succeeded')
  const sum = (some: { amount: number }[]) => some.reduce((total, { amount }) => total + amount, 0)
  return sum(taken) - sum(refunds)
}

async function owed({ shop }: Shop): Promise<number> {
  const paid = await shop.db
    .selectFrom('orderLine')
    .select(['unitPriceCents', 'quantity'])
    .where('status', '=', 'paid')
    .execute()
  return paid.reduce((sum, order) => sum + order.unitPriceCents * order.quantity, 0)
}

async function statesOf({ shop }: Shop, ids: string[]): Promise<string[]> {
  const rows = await shop.db
    .selectFrom('orderLine')
    .select('status')
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(({ status }) => status)
}

test('a payment of two orders is paid as a whole, or an order of it is cancelled and nothing is paid', async () => {
  const opened = await openShopWithOrders(2 * ROUNDS)
  const { shop, jane, orders, cancel, open } = opened
  const rounds = Array.from({ length: ROUNDS }, async (_, round) => {
    const pair = orders.slice(2 * round, 2 * round + 2) as [OrderLine, OrderLine]
    const ids = pair.map(({ _id }) => _id)
    const intent = await open(ids)
    const pay = () => payByCard(shop, intent).catch(() => {})
    const report = () => reportPayment(jane, pair[1], intent)
    const calls = [() => pay().then(report), () => cancel(ids[0])]
    await Promise.all((round % 2 === 0 ? calls : calls.reverse()).map((call) => call()))
    return ids
  })
  const pairs = await Promise.all(rounds)
  await settle(opened)
  for (const ids of pairs) {
    const states = await statesOf(opened, ids)
    expect([
      ['paid', 'paid'],
      ['cancelled', 'unpaid'],
    ]).toContainEqual(states)
  }
  expect(await moneyKept(opened)).toBe(await owed(opened))
  expect((await shop.stripe.refunds.list()).data).toEqual([])
})

test('the expiry of an order races with the payment of it and another one', {
  tags: 'long',
}, async () => {
  const opened = await openShopWithOrders(2 * ROUNDS)
  const { shop, ids, open } = opened
  const intents: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    intents.push(await open(ids.slice(2 * round, 2 * round + 2)))
  }
  const expiring = ids.filter((_, index) => index % 2 === 0)
  await shop.db
    .updateTable('orders')
    .set({ heldUntil: new Date(shop.clock.now.getTime() - 1000) })
    .where('id', 'in', (is) => is.selectFrom('orderLine').select('orderId').where('id', 'in', expiring))
    .execute()
  const paying = intents.map((intent) => payByCard(shop, intent).catch(() => {}))
  await Promise.all([shop.reconcile(), ...paying, shop.cards.deliverDueWebhooks()])
  await settle(opened)
  for (let round = 0; round < ROUNDS; round++) {
    const states = await statesOf(opened, ids.slice(2 * round, 2 * round + 2))
    expect([
      ['paid', 'paid'],
      ['cancelled', 'unpaid'],
    ]).toContainEqual(states)
  }
  expect(await moneyKept(opened)).toBe(await owed(opened))
})

test('of payments that start at once, no two with the same order stay open', async () => {
  const opened = await openShopWithOrders(3)
  const { shop, ids, start } = opened
  const [first, second, third] = ids as [string, string, string]
  const sets = [[first, second], [second, third], [third, first], [first, second, third], [second]]
  const wanted = [...sets, ...sets]
  const answers = await Promise.all(wanted.map((some) => start(some)))
  for (const { status } of answers) expect([200, 409, 503]).toContain(status)
  const started = new Map(
    answers.flatMap(({ status, body }, index) =>
      status === 200 ? [[intentOf(body.clientSecret), wanted[index] ?? []] as const] : [],
    ),
  )
  await Promise.all([...started.keys()].map((intent) => payByCard(shop, intent).catch(() => {})))
  await settle(opened)
  const { data } = await shop.stripe.paymentIntents.list({ limit: 100 })
  const succeeded = data.filter(({ status }) => status === 'succeeded')
  // The second order, and the two others, may be paid side by side.
  const paid = succeeded.flatMap(({ id }) => started.get(id) ?? ['unknown'])
  expect(new Set(paid).size).toBe(paid.length)
  expect(paid).not.toContain('unknown')
  for (const { status } of data) expect(['succeeded', 'canceled']).toContain(status)
  expect(await moneyKept(opened)).toBe(await owed(opened))
})

test('payments of three orders and of one of them at once: each order is paid once', async () => {
  const opened = await openShopWithOrders(12)
  const { shop, jane, orders, open } = opened
  const rounds = Array.from({ length: 4 }, async (_, round) => {
    const three = orders.slice(3 * round, 3 * round + 3) as [OrderLine, OrderLine, OrderLine]
    const whole = await open(three.map(({ _id }) => _id))
    const single = await startPaying(jane, three[1])
    const pay = async (order: OrderLine, intent: string) => {
      await payByCard(shop, intent).catch(() => {})
      await reportPayment(jane, order, intent)
    }
    await Promise.all([
      pay(three[0], whole),
      pay(three[1], single),
      pay(three[2], whole),
      shop.cards.deliverDueWebhooks(),
    ])
  })
  await Promise.all(rounds)
  await settle(opened)
  const events = await shop.stripe.events.list({ type: 'payment_intent.succeeded' })
  expect(events.data.length).toBeGreaterThan(0)
  expect(await moneyKept(opened)).toBe(await owed(opened))
})
