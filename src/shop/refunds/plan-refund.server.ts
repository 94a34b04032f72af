import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { type Cents, cents } from '#platform/money.ts'
import type { PaymentRow } from '#shop/payments/queries/payment-queries.server.ts'
import { refundOfAmount } from '#shop/tax/tax.ts'
import {
  planRefund,
  type Refundable,
  type RefundPlan,
  type RefundPlanRefusal,
  type WantedRefund,
} from './refund-plan.ts'
import { isCounted, leftAfter, type RefundRow, refundsOf } from './refund-queries.server.ts'
import { findUnshipped } from './unshipped-pieces.server.ts'

/** A refund to make, and what is left of the payment afterwards, with tax. */
export type PlannedRefund = { plan: RefundPlan; left: Cents }

/** Plans a new refund of a payment that the caller has locked with its lines. */
export async function planNextRefund(
  db: Db,
  payment: PaymentRow,
  wanted: WantedRefund,
  returnId: string | null,
): Promise<PlannedRefund | RefundPlanRefusal> {
  const refundable = await findRefundable(db, payment, await refundsOf(db, payment.id))
  const priced = planRefund(wanted, refundable)
  if ('refused' in priced) return priced
  const plan = await findUnshipped(db, priced, wanted, returnId)
  if ('refused' in plan) return plan
  return { plan, left: cents(refundable.left.total - plan.total) }
}

/**
 * Plans a refund that is made again, with its pieces and, whenever they fit, its net amount and tax. The
 * credit note of one that had succeeded keeps them fitting.
 */
export async function planAgain(
  db: Db,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<RefundPlan | RefundPlanRefusal> {
  const refunds = await refundsOf(db, payment.id)
  const others = refunds.filter(({ id }) => id !== refund.id)
  const { left, percent } = await findRefundable(db, payment, others)
  const total = centsOf(refund)
  if (total > left.total) return { refused: 'too-much', left: left.total }
  const isSplitLeft = refund.netCents <= left.net && refund.taxCents <= left.tax
  const amounts = isSplitLeft
    ? { net: cents(refund.netCents), tax: cents(refund.taxCents), total }
    : refundOfAmount(total, left, percent)
  let change = amounts.net - refund.netCents
  const parts = (await refundedLines(db, payment.id)).filter(
    ({ refundId }) => refundId === refund.id,
  )
  const lines = parts.map(({ orderLineId, quantity, netCents, unshipped }) => {
    const net = cents(Math.max(0, netCents + change))
    change -= net - netCents
    return { lineId: orderLineId, quantity, net, unshipped }
  })
  return { ...amounts, less: cents(0), lines }
}

/** Returns the refunds that take money of a payment: those that count, and owed ones that still fit. */
export function reservingRefunds(payment: PaymentRow, refunds: RefundRow[]): RefundRow[] {
  const reserving = refunds.filter(isCounted)
  for (const one of refunds.filter((one) => isOwed(one) && !isCounted(one))) {
    // A failed refund that no longer fits was replaced on the provider's site.
    if (centsOf(one) <= leftAfter(payment, reserving).total) reserving.push(one)
  }
  return reserving
}

async function findRefundable(
  db: Db,
  payment: PaymentRow,
  refunds: RefundRow[],
): Promise<Refundable> {
  const reserving = reservingRefunds(payment, refunds)
  const refunded = await refundedLines(db, payment.id)
  const taken = refunded.filter(({ refundId, isRestocked }) => {
    const one = refunds.find(({ id }) => id === refundId)
    return one && (reserving.includes(one) || isOwed(one) || isRestocked)
  })
  return refundableOf(db, payment, reserving, taken)
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

/** Whether a person may make a refund again: it failed for good, or it failed and waits to be tried again. */
export function mayRepeat(refund: RefundRow): boolean {
  return (
    isOwed(refund) || (waitsAfterFailure(refund) && (refund.checkAt?.getTime() ?? 0) > Date.now())
  )
}

/** Whether a refund failed and the shop will try it again. */
export function waitsAfterFailure({ status, failures }: RefundRow): boolean {
  return status === 'wanted' && failures > 0
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
    .innerJoin('product', 'product.id', 'productId')
    .select(['orderLineId as id', 'productName', 'orderLine.unitPriceCents', 'orderLine.quantity'])
    .select(['taxPercent', 'deletedAt'])
    .where('paymentLine.paymentId', '=', payment.id)
    .orderBy('orderLineId')
    .execute()
  const takenOf = (id: string) =>
    taken.reduce((sum, one) => sum + (one.orderLineId === id ? (one.quantity ?? 0) : 0), 0)
  return {
    left: leftAfter(payment, counted),
    percent: Number(lines[0]?.taxPercent ?? 0),
    lines: lines.map(({ id, productName, unitPriceCents, quantity, deletedAt }) => ({
      id,
      productName,
      unitPrice: cents(unitPriceCents),
      quantity: quantity - takenOf(id),
      isProductDeleted: deletedAt !== null,
    })),
  }
}
