import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { operatorCommand, runOperatorCommand } from '#operations/admin-commands.server.ts'
import { findViolations } from '#operations/invariants.server.ts'
import { payByCard, refund } from '#server/testing/orders.ts'
import { stockOf } from '#server/testing/products.ts'
import { openShopWithOrders } from '#server/testing/unpaid-orders.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { orderFault, pass } from '#simulators/card-payments/testing/simulator-fixture.ts'

const reason = 'Bent'

/** Pays two orders of 10 and 11 pieces at $12.50 with a card whose first refunds succeed and come back. */
async function openShopWithPaid(card = 'pm_card_refundFail') {
  const opened = await openShopWithOrders(2)
  const { shop } = opened
  const intent = await opened.open()
  await shop.stripe.paymentIntents.confirm(intent, { payment_method: card })
  await shop.cards.deliverDueWebhooks()
  const owen = await signUpAdmin(shop)
  const isPaid = (paid: boolean) =>
    sql`update card_simulator.object set body = body || ${JSON.stringify({ paid })}::jsonb
      where type = 'charge'`.execute(shop.db)
  const rows = () => shop.db.selectFrom('refund').selectAll().orderBy('id').execute()
  return {
    ...opened,
    intent,
    owen,
    rows,
    stock: () => stockOf(shop.db, opened.product.id),
    violations: async () => (await findViolations(shop.db)).map(({ invariant }) => invariant),
    lines: [{ _id: opened.ids[0] ?? '', quantity: 5 }],
    ask: (body: object) => refund(owen, intent, { reason, ...body }),
    isPaid,
    repeat: (id: string) => owen.call('POST', `/payments/${intent}/refunds/${id}/repeat`),
    /** Lets the bank return the last refund. */
    fail: async () => {
      pass(shop.clock, 6)
      await shop.cards.deliverDueWebhooks()
      expect((await rows()).at(-1)).toMatchObject({ status: 'failed' })
    },
  }
}

test('a failed refund that is made again restocks its pieces once and has one credit note', async () => {
  const { shop, ask, repeat, lines, stock, fail, rows, owen, violations } = await openShopWithPaid()
  const before = await stock()
  const first = await ask({ lines, restock: true })
  expect(await stock()).toBe(before + 5)
  await fail()
  expect(await ask({ lines: [{ ...lines[0], quantity: 6 }] })).toMatchObject({ status: 409 })
  const again = await Promise.all([repeat(first.body._id), repeat(first.body._id)])
  expect(again.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await repeat(first.body._id)).toMatchObject({ body: { code: 'not-failed' } })
  expect(await rows()).toMatchObject([{ status: 'succeeded', cents: 6250, failures: 1 }])
  expect(await stock()).toBe(before + 5)
  expect(await shop.db.selectFrom('creditNote').select('number').execute()).toHaveLength(1)
  const { body } = await owen.call('GET', '/dashboard/overview')
  expect(body).toMatchObject({ failedRefunds: 0 })
  expect(await violations()).toEqual([])
})

test('a credited amount can’t be credited again, except by the same refund', async () => {
  const { ask, fail, rows, shop, intent, violations } = await openShopWithPaid()
  await ask({ amount: 250 })
  await fail()
  // $12.50 of $262.50 were not credited.
  expect((await ask({ amount: 249 })).body.code).toBe('too-much')
  // Made at the provider's own site, it is the same money too.
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 25_000 })
  await shop.cards.deliverDueWebhooks()
  expect(await rows()).toMatchObject([{ status: 'succeeded', cents: 25_000, origin: 'shop' }])
  expect(await shop.db.selectFrom('creditNote').select('number').execute()).toHaveLength(1)
  expect((await violations()).filter((name) => name.includes('captured'))).toEqual([])
})

test('pieces of a dropped refund that returned to stock are not taken back again', async () => {
  const { shop, ask, intent, lines, stock, rows, violations } = await openShopWithPaid('pm_card_visa')
  const before = await stock()
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'refunds.create' })
  expect((await ask({ lines, restock: true })).status).toBe(200)
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 21_000 })
  await shop.cards.deliverDueWebhooks()
  expect((await rows()).map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  const six = await ask({ lines: [{ ...lines[0], quantity: 6 }], restock: true })
  expect(six.body.code).toBe('too-many-pieces')
  // The other five return the rest of the money, which is less than their price.
  const rest = await ask({ lines, restock: true })
  expect(rest).toMatchObject({ status: 200, body: { total: 52.5 } })
  expect(await stock()).toBe(before + 10)
  expect(await violations()).toEqual([])
})

test('of several failed refunds a person pays one back; what goes back besides is an alert', async () => {
  const { shop, ask, fail, rows, intent, owen } = await openShopWithPaid()
  const payBack = (refund?: string) => {
    const command = { action: 'paid-back', payment: intent, reference: 'Transfer 7', refund }
    return runOperatorCommand(shop.db, operatorCommand.parse(command))
  }
  const alerts = async () => (await owen.call('GET', '/dashboard/overview')).body.failedRefunds
  await ask({ amount: 60 })
  await fail()
  await ask({ amount: 200 })
  await fail()
  const [sixty, rest] = await rows()
  const choice = await payBack()
  expect(choice).toMatchObject({ ok: false, message: expect.stringContaining(sixty?.id ?? '?') })
  expect(await payBack(sixty?.id)).toMatchObject({
    ok: true,
    message: expect.stringContaining('$60.00'),
  })
  expect(await alerts()).toBe(1)
  expect((await payBack(rest?.id)).ok).toBe(true)
  expect(await rows()).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }])

  await shop.stripe.refunds.create({ payment_intent: intent, amount: 5000 })
  await shop.cards.deliverDueWebhooks()
  expect((await rows()).at(-1)).toMatchObject({ isExcess: true, cents: 5000, origin: 'provider' })
  expect(await alerts()).toBe(1)
  // It is known now, so that other refunds of the payment are not in its way.
  expect((await ask({ amount: 2.5 })).status).toBe(200)
  expect((await payBack()).ok).toBe(true)
  expect(await alerts()).toBe(0)
  expect((await rows()).map(({ status }) => status)).toEqual([
    ...['succeeded', 'succeeded', 'failed', 'succeeded'],
  ])
})

test('a refund that failed is shown, and made again only when an admin says so', async () => {
  const { shop, ask, repeat, rows, owen, orders } = await openShopWithPaid('pm_card_visa')
  await orderFault(shop.cards.app, { kind: 'refund_fails', call: 'refunds.create' })
  const { body } = await ask({ amount: 10 })
  pass(shop.clock, 6)
  await shop.cards.deliverDueWebhooks()
  await shop.reconcile()
  expect(await rows()).toMatchObject([{ status: 'failed', failures: 1, checkAt: null }])
  const shown = async () => (await owen.call('GET', `/orders/${orders[0]?.orderId}/refunds`)).body
  expect((await shown()).refunds).toMatchObject([{ state: 'failed', isRepeatable: true }])
  const again = await Promise.all([repeat(body._id), repeat(body._id)])
  expect(again.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await shown()).refunds).toMatchObject([{ state: 'succeeded', isRepeatable: false }])
  const strange = await repeat('01939e0c-0000-7000-8000-00000000dead')
  expect(strange).toMatchObject({ status: 404, body: { code: 'no-such-refund' } })
})

test('a refund that the provider refused is made at once, when its cause is mended', async () => {
  const { ask, repeat, isPaid, rows, refundsOf, intent } = await openShopWithPaid('pm_card_visa')
  await isPaid(false)
  const { body } = await ask({ amount: 10 })
  expect(await rows()).toMatchObject([{ status: 'failed', failures: 1 }])
  for (let times = 0; times < 5; times++) await repeat(body._id)
  await isPaid(true)
  expect((await repeat(body._id)).status).toBe(200)
  expect(await rows()).toMatchObject([{ status: 'succeeded', failures: 6 }])
  expect(await refundsOf(intent)).toEqual([1000])
})

test('an admin waits four seconds at most while the provider is silent', {
  tags: 'long',
}, async () => {
  const { shop, ask, rows } = await openShopWithPaid('pm_card_visa')
  await orderFault(shop.cards.app, { kind: 'timeout_before', call: 'refunds.create' })
  const start = performance.now()
  expect((await ask({ amount: 10 })).status).toBe(200)
  expect(performance.now() - start).toBeLessThan(8_000)
  expect(await rows()).toMatchObject([{ status: 'wanted', failures: 0 }])
  // The same attempt goes on, and is made once.
  await vi.waitFor(async () => expect(await rows()).toMatchObject([{ status: 'succeeded' }]), 30_000)
})

test('a refund that is made again keeps lines that add up to its net amount', async () => {
  const { shop, open, ids } = await openShopWithOrders(1)
  const owen = await signUpAdmin(shop)
  await shop.db.updateTable('orders').set({ taxPercent: 19 }).execute()
  const intent = await open(ids)
  await payByCard(shop, intent)
  await shop.cards.deliverDueWebhooks()
  const { amount } = await shop.stripe.paymentIntents.retrieve(intent)
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'refunds.create' })
  const { body } = await refund(owen, intent, { amount: (amount - 4) / 100, reason })
  const failed = { status: 'failed', failures: 1, checkAt: null }
  await shop.db.updateTable('refund').set(failed).execute()
  for (let times = 0; times < 2; times++) {
    await shop.stripe.refunds.create({ payment_intent: intent, amount: 2 })
    await shop.cards.deliverDueWebhooks()
  }
  const again = await owen.call('POST', `/payments/${intent}/refunds/${body._id}/repeat`)
  expect(again).toMatchObject({ status: 200, body: { total: (amount - 4) / 100 } })
  expect(await findViolations(shop.db)).toEqual([])
})

test('what is left of a payment reserves a refund that is owed', async () => {
  const { ask, fail, owen, orders } = await openShopWithPaid()
  await ask({ amount: 60 })
  await fail()
  const { body } = await owen.call('GET', `/orders/${orders[0]?.orderId}/refunds`)
  expect(body.payments).toMatchObject([{ total: 262.5, left: 202.5 }])
  expect((await ask({ amount: 203 })).body).toMatchObject({ code: 'too-much' })
})

test('one key on refunds of two payments at once: one refund, and one refusal', async () => {
  const { shop, start, ids, owen } = await openShopOfTwo()
  const intents = [await start(ids.slice(0, 1)), await start(ids.slice(1))]
  for (const intent of intents) await payByCard(shop, intent)
  await shop.cards.deliverDueWebhooks()
  for (let round = 0; round < 5; round++) {
    const key = randomUUID()
    const asked = intents.map((intent) => refund(owen, intent, { amount: 1, reason }, key))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 422])
  }
})

async function openShopOfTwo() {
  const { shop, open, ids } = await openShopWithOrders(2)
  return { shop, ids, start: open, owen: await signUpAdmin(shop) }
}
