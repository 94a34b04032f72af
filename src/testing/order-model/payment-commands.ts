import fc from 'fast-check'
import { expect } from 'vitest'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { intentOf } from '#testing/orders.ts'
import { actor, expectAnswer, idOf, step, which, whoIs } from './command.ts'
import { alreadyPaid, eventsArrive, heardOf, noSuchOrder } from './model-transitions.ts'
import { shownOrder } from './order-commands.ts'
import { type ModelPayment, nth, type OrderModel, totalOf } from './order-model.ts'
import type { TestSystem } from './test-system.ts'

export const openPaymentPage = step(
  'openPaymentPage',
  fc.record({ actor, order: which }),
  async ({ actor, order: n }, model, { people }) => {
    const order = nth(model.orders, n)
    const who = whoIs(actor, order)
    const answer = await people[who].call('GET', `/purchase/payment/${idOf(order)}`)
    if (order?.buyer !== who || order.status === 'cancelled')
      return expectAnswer(answer, noSuchOrder)
    // Opening the page detects a payment without an event; a paid order is not checked again.
    if (order.status === 'unpaid' && order.payment) heardOf(model, order.payment)
    if (order.status === 'paid') return expectAnswer(answer, alreadyPaid)
    const id = intentOf(answer.body.clientSecret)
    if (!order.payment) {
      order.payment = { id, orders: [order], cents: totalOf(order), state: 'open' }
      model.payments.push(order.payment)
    }
    expect({ status: answer.status, id }).toEqual({ status: 200, id: order.payment.id })
    expect(answer.body).toMatchObject(shownOrder(model, order))
  },
)

export const fate = fc.constantFrom(
  'sent',
  'sent',
  'webhook_late',
  'webhook_doubled',
  'webhook_lost',
)

/** Confirms a payment at the provider, as the buyer's browser does; the shop is not notified. */
export const confirmPayment = step(
  'confirmPayment',
  fc.record({ payment: which, isCardGood: fc.constantFrom(true, true, true, false), fate }),
  async ({ payment: n, isCardGood, fate }, model, system) => {
    const payment = nth(model.payments, n)
    if (!payment) return
    const moves = payment.state === 'open' && isCardGood
    if (moves) await decideFate(system, fate)
    const method = isCardGood ? 'pm_card_visa' : 'pm_card_chargeDeclined'
    const confirmed = system.shop.stripe.paymentIntents
      .confirm(payment.id, { payment_method: method })
      .then(({ status }) => status)
    if (!moves) return expect(confirmed).rejects.toThrow()
    expect(await confirmed).toBe('succeeded')
    moneyMoved(model, payment, fate)
  },
)

/** Creates another payment for an order at the provider, of its total or one cent more. */
export const payPastTheShop = step(
  'payPastTheShop',
  fc.record({ order: which, isRight: fc.boolean(), fate }),
  async ({ order: n, isRight, fate }, model, system) => {
    const order = nth(model.orders, n)
    if (!order) return
    await decideFate(system, fate)
    const cents = totalOf(order) + (isRight ? 0 : 1)
    const { id } = await system.shop.stripe.paymentIntents.create({
      amount: cents,
      currency: 'usd',
      metadata: { orderId: order.id },
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    const payment: ModelPayment = { id, orders: [order], cents, state: 'open' }
    model.payments.push(payment)
    moneyMoved(model, payment, fate)
  },
)

/** Reports a payment for an order to the shop, as its buyer or another user. */
export const reportPayment = step(
  'reportPayment',
  fc.record({ actor, order: which, payment: fc.option(which) }),
  async ({ actor, order: n, payment: m }, model, { people }) => {
    const order = nth(model.orders, n)
    const who = whoIs(actor, order)
    const payment = m === null ? order?.payment : nth(model.payments, m)
    const body = { transactionId: payment?.id ?? 'pi_unknown' }
    const answer = await people[who].call('PUT', `/purchase/${idOf(order)}`, body)
    if (order?.buyer !== who || order.status === 'cancelled')
      return expectAnswer(answer, noSuchOrder)
    if (payment?.orders.includes(order)) heardOf(model, payment)
    if (!payment || order.paidBy !== payment)
      return expectAnswer(answer, { status: 409, code: 'not-paid' })
    expect(answer).toMatchObject({ status: 200, body: shownOrder(model, order) })
  },
)

/** Delivers the provider's due events or, a minute later, the delayed ones too. */
export const sendEvents = step('sendEvents', fc.boolean(), async (later, model, { shop }) => {
  const { now } = shop.clock
  if (later) shop.clock.now = new Date(now.getTime() + 61_000)
  await shop.cards.deliverDueWebhooks()
  shop.clock.now = now
  eventsArrive(model, later)
})

export function moneyMoved(model: OrderModel, payment: ModelPayment, fate: string): void {
  payment.state = 'succeeded'
  if (fate !== 'webhook_lost') model.events.push({ payment, isLate: fate === 'webhook_late' })
}

export async function decideFate({ shop }: TestSystem, kind: string): Promise<void> {
  const call = 'payment_intent.succeeded'
  if (kind !== 'sent') await orderFault(shop.cards.app, { kind, call })
}
