import fc from 'fast-check'
import { expect } from 'vitest'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { intentOf } from '#testing/orders.ts'
import { actor, expectAnswer, idOf, step, which, whoIs } from './command.ts'
import { alreadyPaid, eventsArrive, heardOf, noSuchOrder } from './model-moves.ts'
import { shownOrder } from './order-commands.ts'
import { type ModelPayment, nth, type OrderModel, totalOf } from './order-model.ts'
import type { World } from './test-system.ts'

export const openPaymentPage = step(
  'openPaymentPage',
  fc.record({ actor, order: which }),
  async ({ actor, order: n }, model, { people }) => {
    const order = nth(model.orders, n)
    const who = whoIs(actor, order)
    const answer = await people[who].call('GET', `/purchase/payment/${idOf(order)}`)
    if (order?.buyer !== who || order.status === 'cancelled')
      return expectAnswer(answer, noSuchOrder)
    // Money that arrived without a word is noticed here; of a paid order nobody asks any more.
    if (order.status === 'unpaid' && order.payment) heardOf(model, order.payment)
    if (order.status === 'paid') return expectAnswer(answer, alreadyPaid)
    const id = intentOf(answer.body.clientSecret)
    if (!order.payment) {
      order.payment = { id, order, cents: totalOf(order), state: 'open' }
      model.payments.push(order.payment)
    }
    expect({ status: answer.status, id }).toEqual({ status: 200, id: order.payment.id })
    expect(answer.body).toMatchObject(shownOrder(model, order))
  },
)

const fate = fc.constantFrom('sent', 'sent', 'webhook_late', 'webhook_doubled', 'webhook_lost')

/** The buyer's browser confirms a payment at the provider; the shop is not told. */
export const confirmPayment = step(
  'confirmPayment',
  fc.record({ payment: which, isCardGood: fc.constantFrom(true, true, true, false), fate }),
  async ({ payment: n, isCardGood, fate }, model, world) => {
    const payment = nth(model.payments, n)
    if (!payment) return
    const moves = payment.state === 'open' && isCardGood
    if (moves) await decideFate(world, fate)
    const method = isCardGood ? 'pm_card_visa' : 'pm_card_chargeDeclined'
    const confirmed = world.shop.stripe.paymentIntents
      .confirm(payment.id, { payment_method: method })
      .then(({ status }) => status)
    if (!moves) return expect(confirmed).rejects.toThrow()
    expect(await confirmed).toBe('succeeded')
    moneyMoved(model, payment, fate)
  },
)

/** Money for an order that its payment page never asked for, of its amount or a cent more. */
export const payPastTheShop = step(
  'payPastTheShop',
  fc.record({ order: which, isRight: fc.boolean(), fate }),
  async ({ order: n, isRight, fate }, model, world) => {
    const order = nth(model.orders, n)
    if (!order) return
    await decideFate(world, fate)
    const cents = totalOf(order) + (isRight ? 0 : 1)
    const { id } = await world.shop.stripe.paymentIntents.create({
      ...{ amount: cents, currency: 'usd', metadata: { orderId: order.id } },
      ...{ payment_method: 'pm_card_visa', confirm: true },
    })
    const payment: ModelPayment = { id, order, cents, state: 'open' }
    model.payments.push(payment)
    moneyMoved(model, payment, fate)
  },
)

/** The buyer's browser, or anybody's, tells the shop that a payment pays an order. */
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
    if (payment?.order === order) heardOf(model, payment)
    if (!payment || order.paidBy !== payment)
      return expectAnswer(answer, { status: 409, code: 'not-paid' })
    expect(answer).toMatchObject({ status: 200, body: shownOrder(model, order) })
  },
)

/** The provider sends its events: those that are due, or a minute later the late ones too. */
export const sendEvents = step('sendEvents', fc.boolean(), async (later, model, { shop }) => {
  const { now } = shop.clock
  if (later) shop.clock.now = new Date(now.getTime() + 61_000)
  await shop.cards.deliverDueWebhooks()
  shop.clock.now = now
  eventsArrive(model, later)
})

function moneyMoved(model: OrderModel, payment: ModelPayment, fate: string): void {
  payment.state = 'succeeded'
  if (fate !== 'webhook_lost') model.events.push({ payment, isLate: fate === 'webhook_late' })
}

async function decideFate({ shop }: World, kind: string): Promise<void> {
  const call = 'payment_intent.succeeded'
  if (kind !== 'sent') await orderFault(shop.cards.app, { kind, call })
}
