import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { operatorCommand, runOperatorCommand } from '#operations/admin-commands.server.ts'
import { findViolations } from '#operations/invariants.server.ts'
import { readBacklog } from '#operations/shop-metrics.server.ts'
import { buy, refund, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { keys, openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { orderFault, pass } from '#simulators/card-payments/testing/simulator-fixture.ts'

const DUE = 'a refund that is wanted is made'
const PENDING = 'pm_card_pendingRefund'
const RETURNED = 'pm_card_refundFail'

/** Refunds a paid order by an admin, to this card; the provider's clock can advance. */
async function openShopWithRefund(card: string, fault?: string) {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const order = await buy(jane, await addProduct(shop.db))
  const intent = await startPaying(jane, order)
  await shop.stripe.paymentIntents.confirm(intent, { payment_method: card })
  await shop.cards.deliverDueWebhooks()
  if (fault) await orderFault(shop.cards.app, { kind: fault, call: 'refunds.create' })
  const owen = await signUpAdmin(shop)
  expect((await refund(owen, intent, { amount: 125, reason: 'Damaged' })).status).toBe(200)
  await shop.cards.deliverDueWebhooks()
  const bankDecides = async () => {
    pass(shop.clock, 6)
    await shop.cards.deliverDueWebhooks()
  }
  return {
    shop,
    owen,
    order,
    intent,
    bankDecides,
    loseEvents: () => orderFault(shop.cards.app, { kind: 'webhook_lost', count: 10 }),
    entry: () => shop.db.selectFrom('refund').selectAll().executeTakeFirstOrThrow(),
    repeat: async () => {
      const { id } = await shop.db.selectFrom('refund').select('id').executeTakeFirstOrThrow()
      return owen.call('POST', `/payments/${intent}/refunds/${id}/repeat`)
    },
    /** Lets the time of the next check come. */
    waitForCheck: async () => {
      const due = shop.db.updateTable('refund').where('checkAt', 'is not', null)
      await due.set({ checkAt: sql<Date>`now()` }).execute()
      await shop.reconcile()
    },
    refunds: async () => {
      const { data } = await shop.stripe.refunds.list({ payment_intent: intent })
      return data.map(({ status }) => status).reverse()
    },
    notes: () => shop.db.selectFrom('creditNote').select('number').execute(),
    mails: async () => (await shop.readMails()).filter(({ subject }) => subject.startsWith('Refunded')),
    violations: async () => {
      const longAgo = sql<Date>`now() - interval '1 hour'`
      await shop.db.updateTable('refund').set({ createdAt: longAgo }).execute()
      return (await findViolations(shop.db)).map(({ invariant }) => invariant)
    },
  }
}

const failedOnce = { status: 'failed', providerId: null, failures: 1, checkAt: null }

test.each(['the event', 'the reconciler'])(
  'a pending refund counts as refunded when it has succeeded, by %s',
  async (by) => {
    const { shop, entry, notes, mails, loseEvents, bankDecides, waitForCheck, violations } =
      await openShopWithRefund(PENDING)
    const pending = await entry()
    expect(pending).toMatchObject({ status: 'sent', providerId: expect.any(String) })
    await waitForCheck()
    expect(await entry()).toMatchObject({ status: 'sent', providerId: pending.providerId })
    expect([await notes(), await mails(), await violations()]).toEqual([[], [], []])

    if (by === 'the reconciler') await loseEvents()
    await bankDecides()
    if (by === 'the reconciler') {
      await shop.reconcile()
      expect(await entry()).toMatchObject({ status: 'sent' })
      await waitForCheck()
    }
    const refunded = { status: 'succeeded', providerId: pending.providerId, failures: 0 }
    expect(await entry()).toMatchObject(refunded)
    expect([(await notes()).length, (await mails()).length]).toEqual([1, 1])
  },
)

test('a refund without a next check is reported', async () => {
  const { shop, violations, waitForCheck } = await openShopWithRefund(PENDING)
  const never = { checkAt: new Date(0) }
  await shop.db.updateTable('refund').set(never).execute()
  expect(await violations()).toEqual([DUE])
  await waitForCheck()
  expect(await violations()).toEqual([])
})

test('a pending refund that fails is made again only when an admin repeats it', async () => {
  const { entry, notes, mails, refunds, bankDecides, waitForCheck, violations, repeat } =
    await openShopWithRefund('pm_card_visa', 'refund_fails')
  expect(await entry()).toMatchObject({ status: 'sent', providerId: expect.any(String) })
  await bankDecides()
  expect(await entry()).toMatchObject(failedOnce)
  expect([await notes(), await mails()]).toEqual([[], []])
  expect(await violations()).toEqual([DUE])

  await waitForCheck()
  expect(await refunds()).toEqual(['failed'])
  expect((await repeat()).status).toBe(200)
  expect(await refunds()).toEqual(['failed', 'succeeded'])
  expect(await entry()).toMatchObject({ status: 'succeeded', failures: 1 })
  expect(await violations()).toEqual([])
  const [mail] = await mails()
  expect(mail?.text).toContain('The bank had not accepted an earlier refund')
})

test.each(['the event', 'the reconciler'])(
  'a refund that fails after it has succeeded is due again, by %s; its credit note stays',
  async (by) => {
    const { entry, notes, refunds, loseEvents, bankDecides, waitForCheck, violations, repeat } =
      await openShopWithRefund(RETURNED)
    expect(await entry()).toMatchObject({ status: 'succeeded' })
    const before = await notes()
    expect(before).toHaveLength(1)
    if (by === 'the reconciler') await loseEvents()
    await bankDecides()
    if (by === 'the reconciler') await waitForCheck()
    expect(await entry()).toMatchObject(failedOnce)
    expect(await violations()).toEqual([DUE])
    expect((await repeat()).status).toBe(200)
    expect(await refunds()).toEqual(['failed', 'succeeded'])
    expect(await notes()).toEqual(before)
    expect(await violations()).toEqual([])
  },
)

test('a person pays a failed refund back in another way', async () => {
  const { shop, owen, order, intent, entry, refunds, notes, bankDecides, waitForCheck, violations } =
    await openShopWithRefund(RETURNED)
  const payBack = (payment = intent) =>
    runOperatorCommand(
      shop.db,
      operatorCommand.parse({ action: 'paid-back', payment, reference: 'Transfer 7' }),
    )
  expect((await payBack()).ok).toBe(false)
  for (let round = 0; round < 3; round++) {
    await bankDecides()
    await waitForCheck()
  }
  expect(await refunds()).toEqual(['failed'])
  expect(await entry()).toMatchObject(failedOnce)
  expect(await violations()).toEqual([DUE])
  const failed = { failedRefunds: 1, failedRefundOrders: [order.orderNumber] }
  expect((await owen.call('GET', '/dashboard/overview')).body).toMatchObject(failed)
  expect(await readBacklog(shop.db)).toMatchObject({ refundsDue: 1, refundsFailed: 1 })

  expect((await payBack('pi_unknown')).ok).toBe(false)
  const message = `$125.00 of ${intent} are recorded as paid back: Transfer 7`
  expect(await payBack()).toEqual({ ok: true, message })
  expect((await payBack()).ok).toBe(false)
  expect((await owen.call('GET', '/dashboard/overview')).body).toMatchObject({ failedRefunds: 0 })
  await waitForCheck()
  expect(await entry()).toMatchObject({ status: 'succeeded', paidBack: 'Transfer 7' })
  expect([await violations(), (await notes()).length]).toEqual([[], 1])
})

test('the provider refuses to refund: that counts as a failure', async () => {
  const { shop, entry, bankDecides, repeat } = await openShopWithRefund(RETURNED)
  await bankDecides()
  await sql`update card_simulator.object set body = body || '{"paid": false}'
    where type = 'charge'`.execute(shop.db)
  await repeat()
  expect(await entry()).toMatchObject({ ...failedOnce, failures: 2 })
})

test('events, reconciler and lost answers at once count a failure once and refund once', async () => {
  const { shop, entry, refunds, waitForCheck, repeat } = await openShopWithRefund(
    'pm_card_visa',
    'refund_fails',
  )
  await orderFault(shop.cards.app, { kind: 'webhook_doubled', count: 4 })
  pass(shop.clock, 6)
  const deliver = () => shop.cards.deliverDueWebhooks()
  await Promise.all([deliver(), waitForCheck(), deliver(), deliver()])
  expect(await entry()).toMatchObject(failedOnce)
  await Promise.all([repeat(), waitForCheck(), repeat(), waitForCheck(), deliver()])
  await sql`delete from card_simulator.idempotency_key`.execute(shop.db)
  await waitForCheck()
  expect(await refunds()).toEqual(['failed', 'succeeded'])
  expect(await entry()).toMatchObject({ failures: 1, status: 'succeeded' })
})

test('an attempt whose answer was lost and that failed at the bank counts as a failure', async () => {
  const { shop, owen, intent, entry, refunds, bankDecides, repeat, waitForCheck } = await openShopWithRefund(
    'pm_card_visa',
    'rate_limited',
  )
  const lost = await entry()
  expect(lost).toMatchObject({ status: 'wanted', failures: 0 })
  // It exists at the provider, but the shop does not know it.
  await orderFault(shop.cards.app, { kind: 'refund_fails', call: 'refunds.create' })
  const metadata = { refundId: lost.id, attempt: '0' }
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 12_500, metadata })
  await orderFault(shop.cards.app, { kind: 'webhook_lost', count: 10 })
  await bankDecides()
  await waitForCheck()
  expect(await entry()).toMatchObject(failedOnce)
  expect(await refunds()).toEqual(['failed'])
  expect((await repeat()).status).toBe(200)
  expect(await refunds()).toEqual(['failed', 'succeeded'])
  expect((await owen.call('GET', '/dashboard/overview')).body).toMatchObject({ failedRefunds: 0 })
})

test('what an event says about a refund is not trusted', async () => {
  const { shop, intent, entry } = await openShopWithRefund('pm_card_visa')
  const before = await entry()
  const deliver = async (payment_intent: string | null, secret = keys.webhookSecret) => {
    const object = { object: 'refund', id: before.providerId, payment_intent, status: 'failed' }
    const id = `evt_${payment_intent}`
    const payload = JSON.stringify({ id, type: 'refund.failed', data: { object } })
    const signature = shop.stripe.webhooks.generateTestHeaderString({ payload, secret })
    const answer = await shop.app.request(`${shopUrl}/api/payments/webhook`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
      body: payload,
    })
    return answer.status
  }
  expect(await deliver(intent, 'whsec_of_a_forger')).toBe(400)
  for (const of of [intent, 'pi_of_another_shop', null]) expect(await deliver(of)).toBe(200)
  expect(await entry()).toMatchObject({ ...before, checkAt: expect.any(Date) })

  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'refunds.list' })
  await shop.db.deleteFrom('providerEvent').execute()
  expect(await deliver(intent)).toBe(503)
  expect(await deliver(intent)).toBe(200)
})
