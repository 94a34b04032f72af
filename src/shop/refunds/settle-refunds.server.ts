import type { Db } from '#platform/database/database.server.ts'
import { cents } from '#platform/money.ts'
import type { ProviderRefund } from '#shop/payments/provider/card-payments.server.ts'
import { providerOf } from '#shop/payments/provider/card-providers.server.ts'
import { findPayment, type PaymentRow, paysNothing } from '#shop/payments/queries/payment-queries.server.ts'
import type { PaymentDeps, PaymentRefunds } from '#shop/payments/receive-payment.server.ts'
import type { Amounts } from '#shop/tax/tax.ts'
import {
  addRefund,
  applyAnswer,
  lockRefunds,
  type RefundRow,
  refundAll,
  refundsOf,
  step,
} from './refund.server.ts'
import { leftOf, planAmount, readRefundable } from './refund-plan.server.ts'

/**
 * Reads all refunds of a payment from the provider, including those made on its site, records them, and
 * requests those that are wanted. Throws while the provider does not respond; can be repeated.
 */
export async function settleRefunds(
  db: Db,
  { providers, log }: Pick<PaymentDeps, 'providers' | 'log'>,
  paymentId: string,
): Promise<void> {
  const payment = await findPayment(db, paymentId)
  if (!payment?.capturedAt || payment.providerId === null) return
  const { providerId } = payment
  const provider = providerOf(providers, payment)
  const before = await refundsOf(db, paymentId)
  await recordRefunds(db, paymentId, before, await provider.refundsOf(providerId))
  for (const refund of await refundsOf(db, paymentId)) {
    if (refund.status !== 'wanted') continue
    const { id: refundId, cents, failures: attempt } = refund
    const answer = await provider.refund({ providerId, refundId, cents, attempt })
    await recordRefunds(db, paymentId, [refund], [answer])
  }
  logFailures(log, before, await refundsOf(db, paymentId))
}

/** Logs the refunds that have failed since they were read as `before`. */
function logFailures(log: PaymentDeps['log'], before: RefundRow[], refunds: RefundRow[]): void {
  for (const { id: refundId, paymentId, status, isOwed, failures } of refunds) {
    const earlier = before.find(({ id }) => id === refundId)?.status
    if (status !== 'failed' || earlier === 'failed') continue
    if (isOwed) log.error({ paymentId, refundId, failures }, 'A refund failed')
    else if (earlier === 'wanted')
      log.warn({ paymentId, refundId }, 'A refund was dropped: its money went back elsewhere')
  }
}

export const paymentRefunds: PaymentRefunds = { refundAll, settle: settleRefunds }

/**
 * Records what the provider says about a payment's refunds. Those that have changed since they were read as
 * `before` are left alone: another process has recorded an answer.
 */
function recordRefunds(db: Db, paymentId: string, before: RefundRow[], listed: ProviderRefund[]) {
  return db.transaction().execute(async (db) => {
    const locked = await lockRefunds(db, paymentId)
    if (!locked) return
    const { payment, refunds } = locked
    // Counted refunds first: money that went back without one must fit beside them.
    for (const refund of refunds.toSorted((a, b) => Number(b.isCounted) - Number(a.isCounted))) {
      const isUnchanged = before.some((earlier) => isSame(earlier, refund))
      const answer = listed.find((reported) => isAbout(reported, refund))
      if (!isUnchanged || !answer) continue
      if (refund.isCounted) await applyAnswer(db, payment, refund, answer)
      else await recordMoneyBack(db, payment, refund, answer)
    }
    // A refund that has failed since the list was read has lost its id at the provider.
    const known = [...before, ...refunds]
    for (const answer of listed) {
      if (known.some(({ id, providerId }) => id === answer.refundId || providerId === answer.id)) continue
      const now = await refundsOf(db, paymentId)
      const owed = now.find(({ isOwed, cents }) => isOwed && cents === answer.cents)
      await recordMoneyBack(db, payment, owed, answer)
    }
  })
}

function isSame(a: RefundRow, b: RefundRow): boolean {
  const columns = ['id', 'status', 'providerId', 'failures'] as const
  return columns.every((column) => a[column] === b[column])
}

/** Whether an answer is about the latest attempt of a refund, or about one that returned money late. */
function isAbout({ id, refundId, attempt, state }: ProviderRefund, refund: RefundRow): boolean {
  if (refund.paidBack !== null || refund.isExcess) return false
  if (refund.providerId !== null) return refund.providerId === id
  return refund.id === refundId && (state !== 'failed' || attempt === refund.failures)
}

/**
 * Records money that went back without a refund that counts: for one that failed, such as an owed one that a
 * person made on the provider's site instead, or for none. A person has to settle what exceeds the payment.
 */
async function recordMoneyBack(
  db: Db,
  payment: PaymentRow,
  refund: RefundRow | undefined,
  answer: ProviderRefund,
): Promise<void> {
  if (answer.state === 'failed') return
  const needed = refund?.isCounted ? 0 : answer.cents
  const left = await makeRoom(db, payment, needed)
  if (needed > left.total) await recordExcess(db, payment, refund, answer)
  else if (refund) await applyAnswer(db, payment, refund, answer)
  else {
    const refundable = await readRefundable(db, payment.id, left)
    const plan = planAmount(cents(answer.cents), refundable)
    const added = await addRefund(db, madeAtProvider(payment, answer), plan)
    await applyAnswer(db, payment, added, answer)
  }
  if (await paysNothing(db, payment)) await refundRest(db, payment)
}

/**
 * Refunds what is left of money that pays nothing, of which the shop's own first refund no longer fits. One
 * that failed and still fits waits for a person.
 */
async function refundRest(db: Db, payment: PaymentRow): Promise<void> {
  const refunds = await refundsOf(db, payment.id)
  const left = leftOf(payment, refunds).total
  const own = refunds.find(({ origin }) => origin === 'shop')
  if (!own || refunds.some(({ isOwed, cents }) => isOwed && cents <= left)) return
  await refundAll(db, payment, own.reason)
}

/** Drops refunds that were not sent, newest first, until this money fits; returns what is left for it. */
async function makeRoom(db: Db, payment: PaymentRow, needed: number): Promise<Amounts> {
  let refunds = await refundsOf(db, payment.id)
  for (const refund of refunds.toReversed()) {
    if (needed <= leftOf(payment, refunds).total) break
    // A credit note keeps its refund counted.
    if (refund.status !== 'wanted' || refund.succeededAt) continue
    await step(db, payment, refund, 'drop')
    refunds = refunds.filter((other) => other !== refund)
  }
  return leftOf(payment, refunds)
}

async function recordExcess(
  db: Db,
  payment: PaymentRow,
  refund: RefundRow | undefined,
  answer: ProviderRefund,
): Promise<void> {
  const excess = { isExcess: true, providerId: answer.id }
  if (refund) {
    await db.updateTable('refund').set(excess).where('id', '=', refund.id).execute()
    return
  }
  const failed = { ...madeAtProvider(payment, answer), ...excess, status: 'failed', checkAt: null }
  await addRefund(db, failed, { net: cents(answer.cents), tax: cents(0), lines: [] })
}

function madeAtProvider({ id: paymentId }: PaymentRow, { id: providerId }: ProviderRefund) {
  return { paymentId, providerId, reason: 'Made at the card provider', origin: 'provider' }
}
