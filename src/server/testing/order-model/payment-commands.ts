import fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer } from '#server/testing/api-driver.ts'
import { intentOf } from '#server/testing/orders.ts'
import { actingUser, actor, expectAnswer, idOf, step, which } from './command.ts'
import { alreadyPaid, endPayment, happened, heardOf, noSuchOrder, unfinishedOf } from './model-transitions.ts'
import { shownLine } from './order-commands.ts'
import {
  byId,
  type Expected,
  type ModelLine,
  type ModelMoney,
  type ModelPayment,
  nth,
  type OrderModel,
  totalOf,
  type UserName,
} from './order-model.ts'
import type { TestSystem } from './test-system.ts'

/** Opens the payment page of one line. */
export const openPaymentPage = step(
  'openPaymentPage',
  fc.record({ actor, line: which }),
  async ({ actor, line: n }, model, system) => {
    const line = nth(model.lines, n)
    const user = actingUser(actor, line)
    const answer = await system.users[user].call('GET', `/purchase/payment/${idOf(line)}`)
    if (!line || line.buyer !== user || line.status === 'cancelled') return expectAnswer(answer, noSuchOrder)
    if (line.status === 'paid') return expectAnswer(answer, alreadyPaid)
    const started = await startedBy(model, system, user, [line])
    if ('status' in started) return expectAnswer(answer, alreadyPaid)
    expect(answer).toMatchObject({ status: 200, body: shownLine(model, line) })
    expect(intentOf(answer.body.clientSecret)).toBe(started.payment.money.id)
  },
)

/** Starts one payment of up to four lines, mostly of one buyer. */
export const startPayment = step(
  'startPayment',
  fc.record({
    actor,
    lines: fc.array(which, { minLength: 1, maxLength: 4 }),
    isOfOneBuyer: fc.constantFrom(true, true, true, false),
  }),
  async ({ actor, lines: picked, isOfOneBuyer }, model, system) => {
    const first = nth(model.lines, picked[0] ?? 0)
    const user = actingUser(actor, first)
    // Prefers payable lines, which are few, because this command is not about refusals.
    const own = model.lines.filter(({ buyer, status }) => buyer === user && status === 'unpaid')
    const choice = isOfOneBuyer && own.length > 0 ? own : model.lines
    const lines = [...new Set(picked.flatMap((n) => nth(choice, n) ?? []))]
    if (lines.length === 0) return
    const lineIds = lines.map(({ id }) => id)
    const answer = await system.users[user].call('POST', '/payments', { lineIds })
    expectPayable(model, await startedBy(model, system, user, lines), answer)
  },
)

/** Opens the page of a payment. */
export const resumePayment = step(
  'resumePayment',
  fc.record({ actor, payment: which }),
  async ({ actor, payment: n }, model, system) => {
    const payment = nth(model.payments, n)
    if (!payment) return
    const user = actingUser(actor, payment.lines[0])
    const answer = await system.users[user].call('GET', `/payments/${payment.id}`)
    if (payment.buyer !== user) return expectAnswer(answer, refused(404, 'no-such-payment'))
    if (payment.status === 'captured') return expectAnswer(answer, refused(409, 'payment-captured'))
    if (payment.status === 'open') return expectPayable(model, resumed(model, payment), answer)
    const unpaid = payment.lines.filter(({ status }) => status === 'unpaid')
    if (unpaid.length === 0) return expectAnswer(answer, refused(409, 'payment-cancelled'))
    expectPayable(model, await startedBy(model, system, user, unpaid), answer)
  },
)

type Started = { payment: ModelPayment } | Expected

const refused = (status: number, code: string): Expected => ({ status, code })

/**
 * Applies the shop's reaction to a payment of these lines; reads the ids of a new payment from the
 * shop.
 */
async function startedBy(
  model: OrderModel,
  system: TestSystem,
  user: UserName,
  chosen: ModelLine[],
): Promise<Started> {
  const lines = byId(chosen)
  if (lines.some(({ buyer, status }) => buyer !== user || status === 'cancelled')) return noSuchOrder
  if (lines.some(({ status }) => status === 'paid')) return refused(409, 'not-payable')
  const unfinished = unfinishedOf(model, lines)
  const [same] = unfinished
  if (same && unfinished.length === 1 && same.status === 'open' && isOf(same, lines))
    return resumed(model, same)
  for (const payment of unfinished) payment.status = 'cancelling'
  for (const payment of unfinished) {
    if (endPayment(model, payment) === 'paid') return refused(409, 'paid-meanwhile')
  }
  return { payment: await newPayment(model, system, user, lines) }
}

/** Opening an open payment detects that its money has moved without an event. */
function resumed(model: OrderModel, payment: ModelPayment): Started {
  heardOf(model, payment.money)
  return payment.status === 'open' ? { payment } : refused(409, 'payment-captured')
}

function isOf(payment: ModelPayment, lines: ModelLine[]): boolean {
  return payment.lines.length === lines.length && lines.every((line) => payment.lines.includes(line))
}

async function newPayment(
  model: OrderModel,
  { shop }: TestSystem,
  buyer: UserName,
  lines: ModelLine[],
): Promise<ModelPayment> {
  const rows = await shop.db
    .selectFrom('payment')
    .select(['id', 'providerId'])
    .where('status', '=', 'open')
    .execute()
  const row = rows.find(({ id }) => model.payments.every((payment) => payment.id !== id))
  if (!row?.providerId) throw new Error('The shop recorded no payment')
  const cents = lines.reduce((sum, line) => sum + totalOf(line), 0)
  const money = {
    id: row.providerId,
    cents,
    state: 'open',
    isRecorded: false,
    refunded: 0,
  } as const
  const payment: ModelPayment = {
    id: row.id,
    buyer,
    lines,
    cents,
    status: 'open',
    money: money as unknown as ModelMoney,
  }
  payment.money = { ...money, payment }
  model.payments.push(payment)
  model.money.push(payment.money)
  happened(model, lines, 'payment-started')
  return payment
}

function expectPayable(model: OrderModel, started: Started, answer: Answer): void {
  if ('status' in started) {
    expectAnswer(answer, started)
    return
  }
  const { id, lines, cents, money } = started.payment
  expect(answer).toMatchObject({
    status: 200,
    body: { _id: id, total: cents / 100, lines: lines.map((line) => shownLine(model, line)) },
  })
  expect(intentOf(answer.body.clientSecret)).toBe(money.id)
}
