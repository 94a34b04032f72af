import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { payByCard, refund } from '#server/testing/orders.ts'
import { openShopWithOrders } from '#server/testing/unpaid-orders.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { orderFault, pass } from '#simulators/card-payments/testing/simulator-fixture.ts'

const reason = 'Bent'

/** Pays three orders of $412.50 in all with one payment, with two admins who refund it. */
async function openShopWithPaid() {
  const opened = await openShopWithOrders()
  const { shop, open } = opened
  const intent = await open()
  await payByCard(shop, intent)
  await shop.cards.deliverDueWebhooks()
  const admins = [await signUpAdmin(shop), await signUpAdmin(shop)] as const
  const refunds = async () => (await opened.ledger()).flatMap((payment) => payment.refunds)
  const atTheProvider = (amount: number) => shop.stripe.refunds.create({ payment_intent: intent, amount })
  const settle = async () => {
    for (let times = 0; times < 2; times++) {
      await shop.cards.deliverDueWebhooks()
      await shop.reconcile()
    }
  }
  return { ...opened, intent, admins, refunds, atTheProvider, settle }
}

const sum = (amounts: (number | null)[]) => amounts.reduce<number>((all, one) => all + (one ?? 0), 0)

test('two admins refund at once: together never more than was captured', async () => {
  const { intent, admins, refunds, refundsOf, settle } = await openShopWithPaid()
  const asked = Array.from({ length: 12 }, (_, index) =>
    refund(admins[index % 2 === 0 ? 0 : 1], intent, { amount: 60, reason }),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  // Six refunds of $60 fit into $412.50.
  expect(statuses.filter((status) => status === 200)).toHaveLength(6)
  expect(statuses.filter((status) => status === 409)).toHaveLength(6)
  await settle()
  expect(await refundsOf(intent)).toEqual(Array(6).fill(6000))
  expect((await refunds()).every(({ status }) => status === 'succeeded')).toBe(true)
})

test('two admins take the same pieces back at once: each piece once', async () => {
  const { intent, admins, ids, refundsOf } = await openShopWithPaid()
  const lines = [{ _id: ids[0] ?? '', quantity: 10 }]
  const answers = await Promise.all(admins.map((admin) => refund(admin, intent, { lines, reason })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await refundsOf(intent)).toEqual([12_500])
})

test('a refund made at the provider’s own site is recorded with its credit note', async () => {
  const { shop, jane, intent, admins, refunds, atTheProvider } = await openShopWithPaid()
  await atTheProvider(5000)
  await shop.cards.deliverDueWebhooks()
  expect(await refunds()).toEqual([{ status: 'succeeded', cents: 5000, origin: 'provider' }])
  expect(await shop.db.selectFrom('creditNote').select('number').execute()).toHaveLength(1)
  const [mail] = await shop.readMails()
  expect(mail).toMatchObject({ to: jane.email, subject: expect.stringContaining('$50.00') })
  // What it returned is no longer left.
  expect((await refund(admins[0], intent, { amount: 400, reason })).status).toBe(409)
})

test('refunds at the provider’s site are recorded while their payment is', {
  tags: 'long',
}, async () => {
  const { shop, jane, orders, open, ids } = await openShopWithOrders()
  const [line] = orders
  if (!line) throw new Error('No order')
  const intent = await open(ids.slice(0, 1))
  await payByCard(shop, intent)
  await shop.cards.deliverDueWebhooks()
  const report = () => jane.call('PUT', `/purchase/${line._id}`, { transactionId: intent })
  const admin = await signUpAdmin(shop)
  for (let round = 0; round < 10; round++) {
    await shop.stripe.refunds.create({ payment_intent: intent, amount: 100 })
    const calls = [report, report, report, () => refund(admin, intent, { amount: 1, reason })]
    const answers = await Promise.all([
      ...calls.map((call) => call()),
      shop.cards.deliverDueWebhooks().then(() => ({ status: 200 })),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  }
  // The events of the last refunds; one that failed would wait for its next delivery.
  await shop.cards.deliverDueWebhooks()
  const { rows } =
    await sql`select from card_simulator.delivery where attempts > 1 or state <> 'delivered'`.execute(shop.db)
  expect(rows).toHaveLength(0)
})

test('a refund at the provider’s site whose event is lost appears by itself', async () => {
  const { shop, refunds, atTheProvider } = await openShopWithPaid()
  await shop.reconcile()
  await orderFault(shop.cards.app, { kind: 'webhook_lost', call: 'charge.refunded' })
  await atTheProvider(5000)
  await shop.cards.deliverDueWebhooks()
  expect(await refunds()).toEqual([])
  await shop.reconcile()
  const found = [{ status: 'succeeded', cents: 5000, origin: 'provider' }]
  expect(await refunds()).toEqual(found)
  await shop.reconcile()
  expect(await refunds()).toEqual(found)
})

test('a refund on the provider’s site that never succeeds is not owed', async () => {
  const { shop, intent, admins, refunds, atTheProvider, settle } = await openShopWithPaid()
  await orderFault(shop.cards.app, { kind: 'refund_fails', call: 'refunds.create' })
  await atTheProvider(5000)
  await shop.cards.deliverDueWebhooks()
  expect(await refunds()).toEqual([{ status: 'sent', cents: 5000, origin: 'provider' }])
  pass(shop.clock, 6)
  await settle()
  // Another refund reads the list again.
  await refund(admins[0], intent, { amount: 10, reason })
  expect(await refunds()).toMatchObject([{ status: 'failed' }, { status: 'succeeded' }])
  const [failed] = await shop.db.selectFrom('refund').select('isOwed').orderBy('id').execute()
  expect(failed).toEqual({ isOwed: false })
  const { body } = await admins[0].call('GET', '/dashboard/overview')
  expect(body).toMatchObject({ failedRefunds: 0 })
})

test.each(['its event', 'a refund here'])(
  'refunds at the provider’s site and here at once are at most the charge, found by %s',
  async (by) => {
    const { shop, intent, admins, refunds, refundsOf, atTheProvider, settle } = await openShopWithPaid()
    if (by !== 'its event') await orderFault(shop.cards.app, { kind: 'webhook_lost', count: 1 })
    const calls = [0, 1, 2].flatMap((round) => [
      () => refund(admins[round % 2 === 0 ? 0 : 1], intent, { amount: 100, reason }),
      () => atTheProvider(7500).catch(() => null),
    ])
    await Promise.all(calls.map((call) => call()))
    await settle()
    const returned = sum(await refundsOf(intent))
    expect(returned).toBeLessThanOrEqual(41_250)
    const recorded = (await refunds()).filter(({ status }) => status === 'succeeded')
    expect(sum(recorded.map(({ cents }) => cents))).toBe(returned)
    for (const { status } of await refunds()) expect(['succeeded', 'failed']).toContain(status)
  },
)

test('a refund that no longer fits, because the money went back elsewhere, is dropped', async () => {
  const { shop, intent, admins, refunds, refundsOf, atTheProvider, settle } = await openShopWithPaid()
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'refunds.create' })
  expect((await refund(admins[0], intent, { amount: 300, reason })).status).toBe(200)
  await atTheProvider(30_000)
  await settle()
  expect(await refundsOf(intent)).toEqual([30_000])
  expect(await refunds()).toEqual([
    { status: 'failed', cents: 30_000, origin: 'shop' },
    { status: 'succeeded', cents: 30_000, origin: 'provider' },
  ])
  // Nothing is left to pay back: the rest of the payment is smaller.
  const { body } = await admins[0].call('GET', '/dashboard/overview')
  expect(body).toMatchObject({ failedRefunds: 0 })
})

test('an unapplied payment goes back as a whole, although a part of it went back elsewhere', async () => {
  const { shop, jane, orders, refundsOf, settle } = await openShopWithPaid()
  const { paymentId } = await shop.db
    .selectFrom('paymentLine')
    .select('paymentId')
    .where('orderLineId', '=', orders[0]?._id ?? '')
    .executeTakeFirstOrThrow()
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'refunds.create' })
  const second = await shop.stripe.paymentIntents.create({
    amount: 41_250,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    metadata: { paymentId },
  })
  await jane.call('PUT', `/purchase/${orders[0]?._id}`, { transactionId: second.id })
  await shop.stripe.refunds.create({ payment_intent: second.id, amount: 1250 })
  await settle()
  await settle()
  expect((await refundsOf(second.id)).sort()).toEqual([1250, 40_000])
})
