import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findViolations } from '#operations/invariants.server.ts'
import { orderFault, pass } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { buy, payTogether } from '#testing/orders.ts'
import { addProduct } from '#testing/products.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { signUp } from '#testing/users.ts'

test('a failed refund of a part of a payment is made again, and the rest is kept', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const product = await addProduct(shop.db)
  const [first, second] = [await buy(jane, product), await buy(jane, product)]
  const group = await payTogether(jane, [first._id, second._id])
  const { id: single } = await shop.stripe.paymentIntents.create({
    amount: 12_500,
    currency: 'usd',
    metadata: { orderId: first._id },
  })
  const card = { payment_method: 'pm_card_visa' }
  await shop.stripe.paymentIntents.confirm(group, card)
  await shop.stripe.paymentIntents.confirm(single, card)
  await orderFault(shop.cards.app, { kind: 'refund_fails', call: 'refunds.create' })
  await jane.call('PUT', `/purchase/${first._id}`, { transactionId: single })
  await shop.cards.deliverDueWebhooks()
  pass(shop.clock, 6)
  await shop.cards.deliverDueWebhooks()
  await shop.db
    .updateTable('capturedPayment')
    .set({ refundCheckAt: sql<Date>`now()` })
    .where('refundCheckAt', 'is not', null)
    .execute()
  await shop.reconcile()
  const { data } = await shop.stripe.refunds.list({ payment_intent: group })
  expect(data.map(({ amount, status }) => `${amount} ${status}`)).toEqual([
    '12500 succeeded',
    '12500 failed',
  ])
  expect(await findViolations(shop.db)).toEqual([])
})
