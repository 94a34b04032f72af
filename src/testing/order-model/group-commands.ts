import fc from 'fast-check'
import { expect } from 'vitest'
import { intentOf } from '#testing/orders.ts'
import { actor, expectAnswer, step, which, whoIs } from './command.ts'
import { cancelGroup, heardOf, noSuchOrder, openGroupsOf } from './model-transitions.ts'
import { shownOrder } from './order-commands.ts'
import {
  type Expected,
  type ModelGroup,
  type ModelOrder,
  nth,
  type OrderModel,
  totalOf,
  type Who,
} from './order-model.ts'
import { decideFate, fate, moneyMoved } from './payment-commands.ts'
import type { TestSystem } from './test-system.ts'

/** Starts one payment of up to four orders, mostly of one buyer. */
export const openGroup = step(
  'openGroup',
  fc.record({
    actor,
    orders: fc.array(which, { minLength: 1, maxLength: 4 }),
    isOfOneBuyer: fc.constantFrom(true, true, true, false),
  }),
  async ({ actor, orders: picked, isOfOneBuyer }, model, system) => {
    const first = nth(model.orders, picked[0] ?? 0)
    const who = whoIs(actor, first)
    // Those that can be paid are few, and refusals are not what this is about.
    const own = model.orders.filter(({ buyer, status }) => buyer === who && status === 'unpaid')
    const choice = isOfOneBuyer && own.length > 0 ? own : model.orders
    const orders = [...new Set(picked.flatMap((n) => nth(choice, n) ?? []))]
    if (orders.length === 0) return
    const orderIds = orders.map(({ id }) => id)
    const answer = await system.people[who].call('POST', '/payments', { orderIds })
    const refusal = whyNotStarted(who, orders)
    if (refusal) return expectAnswer(answer, refusal)

    const open = [...new Set(orders.flatMap((order) => openGroupsOf(model, order)))]
    const same = open.find((group) => isOf(group, orders))
    for (const group of open) if (group !== same) cancelGroup(model, group)
    const group = same ?? (await newGroup(model, system, who, orders))
    expectGroup(model, group, answer)
  },
)

/** Opens the page of a payment of several orders. */
export const resumeGroup = step(
  'resumeGroup',
  fc.record({ actor, group: which }),
  async ({ actor, group: n }, model, { people }) => {
    const group = nth(model.groups, n)
    if (!group) return
    const who = whoIs(actor, group.orders[0])
    const answer = await people[who].call('GET', `/payments/${group.id}`)
    if (group.buyer !== who) return expectAnswer(answer, { status: 404, code: 'no-such-payment' })
    expectGroup(model, group, answer)
  },
)

/** Pays at the provider in the name of a group, with a payment that the shop did not start. */
export const payPastTheGroup = step(
  'payPastTheGroup',
  fc.record({ group: which, isRight: fc.boolean(), fate }),
  async ({ group: n, isRight, fate }, model, system) => {
    const group = nth(model.groups, n)
    if (!group) return
    await decideFate(system, fate)
    const cents = group.payment.cents + (isRight ? 0 : 1)
    const { id } = await system.shop.stripe.paymentIntents.create({
      amount: cents,
      currency: 'usd',
      metadata: { paymentId: group.id },
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    const payment = { id, orders: group.orders, cents, state: 'open' as const, group }
    model.payments.push(payment)
    moneyMoved(model, payment, fate)
  },
)

function whyNotStarted(who: Who, orders: ModelOrder[]): Expected | undefined {
  if (orders.some(({ buyer, status }) => buyer !== who || status === 'cancelled'))
    return noSuchOrder
  if (orders.some(({ status }) => status === 'paid')) return { status: 409, code: 'not-payable' }
  return undefined
}

function isOf(group: ModelGroup, orders: ModelOrder[]): boolean {
  return group.orders.length === orders.length && orders.every((one) => group.orders.includes(one))
}

/** The group that the shop has just recorded; its ids are read from the shop. */
async function newGroup(
  model: OrderModel,
  { shop }: TestSystem,
  buyer: Who,
  chosen: ModelOrder[],
): Promise<ModelGroup> {
  const rows = await shop.db.selectFrom('payment').select(['id', 'paymentIntentId']).execute()
  const row = rows.find(({ id }) => model.groups.every((group) => group.id !== id))
  if (!row?.paymentIntentId) throw new Error('The shop recorded no payment')
  const orders = chosen.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const cents = orders.reduce((sum, order) => sum + totalOf(order), 0)
  const payment = { id: row.paymentIntentId, orders, cents, state: 'open' as const }
  const group: ModelGroup = { id: row.id, buyer, orders, status: 'open', payment }
  Object.assign(payment, { group })
  model.payments.push(payment)
  model.groups.push(group)
  // A payment that was to be replaced has paid one of the orders.
  if (orders.some(({ status }) => status !== 'unpaid')) cancelGroup(model, group)
  return group
}

/** Expects that an open group can be paid; opening it detects a payment without an event. */
function expectGroup(
  model: OrderModel,
  group: ModelGroup,
  answer: { status: number; body: unknown },
): void {
  if (group.status === 'open') heardOf(model, group.payment)
  const given = Object(answer)
  if (group.status !== 'open') {
    const code = group.status === 'captured' ? 'payment-captured' : 'payment-cancelled'
    expectAnswer(given, { status: 409, code })
    return
  }
  expect(answer).toMatchObject({
    status: 200,
    body: {
      _id: group.id,
      amount: group.payment.cents / 100,
      orders: group.orders.map((order) => shownOrder(model, order)),
    },
  })
  expect(intentOf(given.body.clientSecret)).toBe(group.payment.id)
}
