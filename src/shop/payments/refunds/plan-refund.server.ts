import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { type Cents, cents } from '#platform/money.ts'
import type { PaymentRow } from '#shop/payments/queries/payment-queries.server.ts'
import {
  planRefund,
  type Refundable,
  type RefundPlan,
  type RefundPlanRefusal,
  type WantedRefund,
} from './refund-plan.ts'
import { isCounted, leftAfter, type RefundRow, refundsOf } from './refund-queries.server.ts'
import { findUnshipped } from './unshipped-pieces.server.ts'

/** A refund to make: a new one, or one that failed and is made again. */
export type PlannedRefund = {
  plan: RefundPlan
  failed: RefundRow | undefined
  /** What is left of the payment afterwards, with tax. */
  left: Cents
}

/**
 * Plans a refund of a payment that the caller has locked with its lines. A refund that failed for good is still owed:
 * the same request repeats it, and its money and pieces are reserved.
 */
export async function planNextRefund(
  db: Db,
  payment: PaymentRow,
  wanted: WantedRefund,
): Promise<PlannedRefund | RefundPlanRefusal> {
  const refunds = await refundsOf(db, payment.id)
  const refunded = await refundedLines(db, payment.id)
  const linesOf = ({ id }: RefundRow) => refunded.filter(({ refundId }) => refundId === id)
  const isOpen = (one: RefundRow) =>
    isOwed(one) || (!isCounted(one) && linesOf(one).some(({ isRestocked }) => isRestocked))
  const failed = refunds.find(
    (one) =>
      one.status === 'failed' &&
      (isCounted(one) || isOpen(one)) &&
      isSameRefund(one, linesOf(one), wanted),
  )
  const others = refunds.filter((one) => one !== failed)
  const counted = others.filter(isCounted)
  for (const one of others.filter((one) => isOwed(one) && !isCounted(one))) {
    // A failed refund that no longer fits was replaced on the provider's site.
    if (centsOf(one) <= leftAfter(payment, counted).total) counted.push(one)
  }
  const taken = others.filter((one) => counted.includes(one) || isOpen(one)).flatMap(linesOf)
  const refundable = await refundableOf(db, payment, counted, taken)
  const plan = planRefund(wanted, refundable)
  if ('refused' in plan) return plan
  const leftAfterwards = (total: Cents) => cents(refundable.left.total - total)
  if (!failed) {
    const split = await findUnshipped(db, plan)
    if ('refused' in split) return split
    return { plan: split, failed, left: leftAfterwards(plan.total) }
  }
  const parts = linesOf(failed)
  const unshippedOf = (id: string) =>
    parts.find(({ orderLineId }) => orderLineId === id)?.unshipped ?? 0
  // The issued credit note determines the refund.
  if (failed.succeededAt === null) {
    const lines = plan.lines.map((line) => ({ ...line, unshipped: unshippedOf(line.lineId) }))
    return { plan: { ...plan, lines }, failed, left: leftAfterwards(plan.total) }
  }
  const total = centsOf(failed)
  if (total > refundable.left.total) return { refused: 'too-much', left: refundable.left.total }
  const lines = parts.map(({ orderLineId, quantity, netCents, unshipped }) => ({
    lineId: orderLineId,
    quantity,
    net: cents(netCents),
    unshipped,
  }))
  return {
    plan: { net: cents(failed.netCents), tax: cents(failed.taxCents), total, lines },
    failed,
    left: leftAfterwards(total),
  }
}

/** Plans a refund that was made on the provider's site. */
export async function planExternal(db: Db, payment: PaymentRow, amount: number) {
  const counted = (await refundsOf(db, payment.id)).filter(isCounted)
  return planRefund({ total: cents(amount) }, await refundableOf(db, payment, counted, []))
}

/** Whether a refund failed for good; its money is then still owed, unless it was returned elsewhere. */
export function isOwed({ status, failures, isExcess }: RefundRow): boolean {
  return status === 'failed' && failures > 0 && !isExcess
}

export function centsOf({ netCents, taxCents }: RefundRow) {
  return cents(netCents + taxCents)
}

type RefundedLine = {
  orderLineId: string
  quantity: number | null
  unshipped: number
  netCents: number
}

function refundedLines(db: Db, paymentId: string) {
  return db
    .selectFrom('refundLine')
    .innerJoin('refund', 'refund.id', 'refundId')
    .select(['refundId', 'orderLineId', 'quantity', 'unshipped', 'refundLine.netCents'])
    .select(
      sql<boolean>`exists (
        select from stock_movement as returned where returned.refund_id = refund.id
          and returned.order_line_id = refund_line.order_line_id and returned.kind = 'return'
      )`.as('isRestocked'),
    )
    .where('paymentId', '=', paymentId)
    .orderBy('orderLineId')
    .execute()
}

/** Whether a refund matches the request: the same pieces, or the same free amount. */
function isSameRefund(refund: RefundRow, lines: RefundedLine[], wanted: WantedRefund): boolean {
  const pieces = lines.filter(({ quantity }) => quantity !== null)
  if ('total' in wanted) return pieces.length === 0 && centsOf(refund) === wanted.total
  return (
    pieces.length === wanted.pieces.length &&
    wanted.pieces.every(({ lineId, quantity }) =>
      pieces.some((one) => one.orderLineId === lineId && one.quantity === quantity),
    )
  )
}

async function refundableOf(
  db: Db,
  payment: PaymentRow,
  counted: RefundRow[],
  taken: RefundedLine[],
): Promise<Refundable> {
  const lines = await db
    .selectFrom('paymentLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select(['orderLineId as id', 'productName', 'unitPriceCents', 'quantity', 'taxPercent'])
    .where('paymentLine.paymentId', '=', payment.id)
    .orderBy('orderLineId')
    .execute()
  const takenOf = (id: string) =>
    taken.reduce((sum, one) => sum + (one.orderLineId === id ? (one.quantity ?? 0) : 0), 0)
  return {
    left: leftAfter(payment, counted),
    percent: Number(lines[0]?.taxPercent ?? 0),
    lines: lines.map(({ id, productName, unitPriceCents, quantity }) => ({
      id,
      productName,
      unitPrice: cents(unitPriceCents),
      quantity: quantity - takenOf(id),
    })),
  }
}
