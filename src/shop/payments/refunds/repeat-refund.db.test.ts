import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findViolations } from '#operations/invariants.server.ts'
import { orderFault, pass } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { refund } from '#testing/orders.ts'
import { stockOf } from '#testing/products.ts'
import { openShopWithOrders } from '#testing/unpaid-orders.ts'
import { signUpAdmin } from '#testing/users.ts'

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
  const check = async () => {
    const now = sql<Date>`now()`
    await shop.db
      .updateTable('refund')
      .set({ checkAt: now })
      .where('checkAt', 'is not', null)
      .execute()
    await shop.reconcile()
  }
  return {
    ...opened,
    intent,
    owen,
    rows,
    check,
    stock: () => stockOf(shop.db, opened.product.id),
    violations: async () => (await findViolations(shop.db)).map(({ invariant }) => invariant),
    lines: [{ _id: opened.ids[0] ?? '', quantity: 5 }],
    ask: (body: object) => refund(owen, intent, { reason, ...body }),
    /** Lets the bank return a refund, and the provider refuse those that follow. */
    failForGood: async () => {
      pass(shop.clock, 6)
      await shop.cards.deliverDueWebhooks()
      await isPaid(false)
      for (let times = 0; times < 3; times++) await check()
      await isPaid(true)
      // The provider forgets what it answered a day ago.
      await sql`delete from card_simulator.idempotency_key`.execute(shop.db)
      expect((await rows()).at(-1)).toMatchObject({ status: 'failed' })
    },
  }
}

test('a failed refund that is made again restocks its pieces once and has one credit note', async () => {
  const { shop, ask, lines, stock, failForGood, rows, owen, violations } = await openShopWithPaid()
  const before = await stock()
  const first = await ask({ lines, restock: true })
  expect(await stock()).toBe(before + 5)
  await failForGood()
  expect(await ask({ lines: [{ ...lines[0], quantity: 6 }] })).toMatchObject({ status: 409 })
  const again = await ask({ lines, restock: true, reason: 'Again' })
  expect(again.body._id).toBe(first.body._id)
  expect(await rows()).toMatchObject([{ status: 'succeeded', cents: 6250, failures: 0 }])
  expect(await stock()).toBe(before + 5)
  expect(await shop.db.selectFrom('creditNote').select('number').execute()).toHaveLength(1)
  const { body } = await owen.call('GET', '/dashboard/overview')
  expect(body).toMatchObject({ failedRefunds: 0 })
  expect(await violations()).toEqual([])
})

test('what was credited can not be credited again, unless as the same refund', async () => {
  const { ask, failForGood, rows, shop, intent, violations } = await openShopWithPaid()
  await ask({ amount: 250 })
  await failForGood()
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
  const { shop, ask, intent, lines, stock, rows, violations } =
    await openShopWithPaid('pm_card_visa')
  const before = await stock()
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'refunds.create' })
  expect((await ask({ lines, restock: true })).status).toBe(200)
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 21_000 })
  await shop.cards.deliverDueWebhooks()
  expect((await rows()).map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  const six = await ask({ lines: [{ ...lines[0], quantity: 6 }], restock: true })
  expect(six.body.code).toBe('too-many-pieces')
  expect((await ask({ lines, restock: true })).body.code).toBe('too-much')
  expect(await stock()).toBe(before + 5)
  expect(await violations()).toEqual([])
})
