import fc from 'fast-check'
import { expect } from 'vitest'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { actingUser, actor, expectAnswer, idOf, step, which } from './command.ts'
import { eventsArrive, heardOf, noSuchOrder } from './model-transitions.ts'
import { shownLine } from './order-commands.ts'
import { type ModelMoney, nth, type OrderModel } from './order-model.ts'
import type { TestSystem } from './test-system.ts'

const fate = fc.constantFrom('sent', 'sent', 'webhook_late', 'webhook_doubled', 'webhook_lost')

/** Confirms a payment at the provider, as the buyer's browser does; the shop is not notified. */
export const confirmPayment = step(
  'confirmPayment',
  fc.record({ money: which, isCardGood: fc.constantFrom(true, true, true, false), fate }),
  async ({ money: n, isCardGood, fate }, model, system) => {
    const money = nth(model.money, n)
    if (!money) return
    const moves = money.state === 'open' && isCardGood
    if (moves) await decideFate(system, fate)
    const method = isCardGood ? 'pm_card_visa' : 'pm_card_chargeDeclined'
    const confirmed = system.shop.stripe.paymentIntents
      .confirm(money.id, { payment_method: method })
      .then(({ status }) => status)
    if (!moves) return expect(confirmed).rejects.toThrow()
    expect(await confirmed).toBe('succeeded')
    moneyMoved(model, money, fate)
  },
)

/** Pays at the provider in the name of a payment, with money that the shop did not ask for. */
export const payPastTheShop = step(
  'payPastTheShop',
  fc.record({ payment: which, isRight: fc.boolean(), fate }),
  async ({ payment: n, isRight, fate }, model, system) => {
    const payment = nth(model.payments, n)
    if (!payment) return
    await decideFate(system, fate)
    const cents = payment.cents + (isRight ? 0 : 1)
    const { id } = await system.shop.stripe.paymentIntents.create({
      amount: cents,
      currency: 'usd',
      metadata: { paymentId: payment.id },
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    const money: ModelMoney = { id, payment, cents, state: 'open', isRecorded: false, refunded: 0 }
    model.money.push(money)
    moneyMoved(model, money, fate)
  },
)

/** Reports a payment for a line to the shop, as its buyer or another user. */
export const reportPayment = step(
  'reportPayment',
  fc.record({ actor, line: which, money: fc.option(which) }),
  async ({ actor, line: n, money: m }, model, { users }) => {
    const line = nth(model.lines, n)
    const user = actingUser(actor, line)
    const own = model.money.findLast(({ payment }) => line && payment.lines.includes(line))
    const money = m === null ? own : nth(model.money, m)
    const body = { transactionId: money?.id ?? 'pi_unknown' }
    const answer = await users[user].call('PUT', `/purchase/${idOf(line)}`, body)
    if (!line || line.buyer !== user || line.status === 'cancelled') return expectAnswer(answer, noSuchOrder)
    if (money?.payment.lines.includes(line)) heardOf(model, money)
    if (!money || line.paidBy?.money !== money) return expectAnswer(answer, { status: 409, code: 'not-paid' })
    expect(answer).toMatchObject({ status: 200, body: shownLine(model, line) })
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

function moneyMoved(model: OrderModel, money: ModelMoney, fate: string): void {
  money.state = 'succeeded'
  if (fate !== 'webhook_lost') model.events.push({ money, isLate: fate === 'webhook_late' })
}

async function decideFate({ shop }: TestSystem, kind: string): Promise<void> {
  const call = 'payment_intent.succeeded'
  if (kind !== 'sent') await orderFault(shop.cards.app, { kind, call })
}
