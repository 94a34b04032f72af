import type { Db } from '#platform/database/database.server.ts'
import { cents } from '#platform/money.ts'
import type { ProviderRefund } from '#shop/payments/provider/card-payments.server.ts'
import { lockPayment, type PaymentRow } from '#shop/payments/queries/payment-queries.server.ts'
import { centsOf, isOwed, planExternal } from './plan-refund.server.ts'
import { recordRefundEffects } from './record-refund-effects.server.ts'
import { changeBy, type RefundAnswer } from './refund-changes.server.ts'
import {
  addRefund,
  isCounted,
  leftOf,
  type RefundRow,
  refundsOf,
  wantRefundOfAll,
} from './refund-queries.server.ts'
import { lockPiecesOfPayment } from './unshipped-pieces.server.ts'

/**
 * Records the provider's list of a payment's refunds, and returns the resulting refunds. Skips refunds
 * that have changed since they were read as `before`.
 */
export function recordListed(
  db: Db,
  { id }: PaymentRow,
  before: RefundRow[],
  listed: ProviderRefund[],
): Promise<RefundRow[]> {
  return db.transaction().execute(async (db) => {
    // A refund's line refers to the order's line, which is locked before the payment.
    await lockPiecesOfPayment(db, id)
    const payment = await lockPayment(db, id)
    if (!payment) return []
    const now = await refundsOf(db, id)
    const updates = now
      .filter((refund) => before.some((one) => isSame(one, refund)))
      .flatMap((refund) => updatesOf(refund, listed))
    const external: ProviderRefund[] = []
    for (const answer of listed) {
      if (answer.state === 'failed' || isKnown(answer, now)) continue
      // The failed refund was made on the provider's site instead.
      const owed = now.find(
        (one) =>
          isOwed(one) &&
          centsOf(one) === answer.cents &&
          !updates.some(({ refund }) => refund === one),
      )
      if (owed) updates.push({ refund: owed, answer })
      else external.push(answer)
    }
    const revived = updates.flatMap(({ refund, answer }) => (isCounted(refund) ? [] : [answer]))
    const missing = sumOf([...external, ...revived]) - leftOf(payment, now).total
    // Refunds known to the provider are not dropped.
    const waiting = now.filter(
      (one) => one.status === 'wanted' && !updates.some(({ refund }) => refund === one),
    )
    const dropped = await dropWanted(db, waiting, missing)
    const succeeded: RefundRow[] = []
    for (const { refund, answer } of updates) {
      if (isCounted(refund) || answer.cents <= leftOf(payment, await refundsOf(db, id)).total) {
        succeeded.push(...(await change(db, refund, answer)))
      } else {
        const excess = { isExcess: true, providerId: answer.id }
        await db.updateTable('refund').set(excess).where('id', '=', refund.id).execute()
      }
    }
    for (const one of external) succeeded.push(...(await addExternal(db, payment, one)))
    // Money that pays nothing is refunded in full.
    const own = dropped.find(({ madeBy }) => madeBy === null)
    if (own) await wantRefundOfAll(db, payment, own.reason)
    await recordRefundEffects(db, payment, succeeded)
    return refundsOf(db, id)
  })
}

/** Records the provider's response to a refund request, unless another process already has. */
export function recordAnswer(
  db: Db,
  { id }: PaymentRow,
  before: RefundRow,
  answer: RefundAnswer,
): Promise<void> {
  return db.transaction().execute(async (db) => {
    await lockPiecesOfPayment(db, id)
    const payment = await lockPayment(db, id)
    const now = (await refundsOf(db, id)).find((refund) => isSame(refund, before))
    if (payment && now) await recordRefundEffects(db, payment, await change(db, now, answer))
  })
}

function isSame(one: RefundRow, other: RefundRow): boolean {
  return (
    one.id === other.id &&
    one.status === other.status &&
    one.providerId === other.providerId &&
    one.failures === other.failures
  )
}

function isKnown({ id, refundId }: ProviderRefund, refunds: RefundRow[]): boolean {
  return refunds.some((refund) => refund.providerId === id || refund.id === refundId)
}

/** Returns the list's update of a refund; a known failure is no update. */
function updatesOf(refund: RefundRow, listed: ProviderRefund[]) {
  const mayHaveFailed = refund.status === 'sent' || refund.status === 'succeeded'
  const answer = listed.find(
    ({ id, refundId, state }) =>
      (refund.providerId === null ? refundId === refund.id : id === refund.providerId) &&
      (mayHaveFailed || state !== 'failed'),
  )
  if (!answer || refund.paidBack !== null || refund.isExcess) return []
  return [{ refund, answer }]
}

/** Records a response; returns the refund if it has just succeeded. */
async function change(db: Db, refund: RefundRow, answer: RefundAnswer): Promise<RefundRow[]> {
  const changed = await db
    .updateTable('refund')
    .set(changeBy(refund, answer))
    .where('id', '=', refund.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return changed.status === 'succeeded' && refund.status !== 'succeeded' ? [changed] : []
}

function sumOf(refunds: ProviderRefund[]): number {
  return refunds.reduce((sum, one) => sum + one.cents, 0)
}

/**
 * Drops wanted refunds, newest first, until the rest fits into the remaining money, because refunds on
 * the provider's site have reduced it. Returns the dropped refunds.
 */
async function dropWanted(db: Db, waiting: RefundRow[], missing: number): Promise<RefundRow[]> {
  const dropped: RefundRow[] = []
  let left = missing
  for (const refund of waiting.toReversed()) {
    if (left <= 0) break
    left -= refund.netCents + refund.taxCents
    dropped.push(refund)
    const failed = { status: 'failed', checkAt: null }
    await db.updateTable('refund').set(failed).where('id', '=', refund.id).execute()
  }
  return dropped
}

/** Adds a refund that was made on the provider's site; returns it if it has succeeded. */
async function addExternal(
  db: Db,
  payment: PaymentRow,
  external: ProviderRefund,
): Promise<RefundRow[]> {
  const plan = await planExternal(db, payment, external.cents)
  const made = {
    paymentId: payment.id,
    reason: AT_THE_PROVIDER,
    origin: 'provider',
    providerId: external.id,
  }
  if ('refused' in plan) {
    // It has already happened, so a person has to resolve it.
    const excess = { ...made, status: 'failed', isExcess: true, checkAt: null }
    await addRefund(db, excess, { net: cents(external.cents), tax: cents(0), lines: [] })
    return []
  }
  return change(db, await addRefund(db, made, plan), external)
}

const AT_THE_PROVIDER = 'Made at the card provider'
