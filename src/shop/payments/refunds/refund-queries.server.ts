import { type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Refund as RefundTable } from '#platform/database/database-tables.ts'
import { cents } from '#platform/money.ts'
import type { PaymentRow } from '#shop/payments/payment-queries.server.ts'
import type { Amounts } from '#shop/tax/tax.ts'
import type { Refundable, RefundPlan } from './refund-plan.ts'

/** A refund: wanted, sent to the provider, succeeded or failed for good. */
export type RefundRow = Selectable<RefundTable>

/** Returns the refunds of a payment, oldest first. */
export function refundsOf(db: Db, paymentId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refund')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .orderBy('id')
    .execute()
}

/** Returns what is left of a captured payment after its refunds that have not failed. */
export function leftOf(payment: PaymentRow, refunds: RefundRow[]): Amounts {
  const counted = refunds.filter(({ status }) => status !== 'failed')
  const left = (
    key: 'netCents' | 'taxCents' | 'totalCents',
    refunded: (one: RefundRow) => number,
  ) => cents(counted.reduce((sum, one) => sum - refunded(one), payment[key] ?? 0))
  return {
    net: left('netCents', (one) => one.netCents),
    tax: left('taxCents', (one) => one.taxCents),
    total: left('totalCents', (one) => one.netCents + one.taxCents),
  }
}

/** Returns what can still be refunded of a payment whose lock the caller holds. */
export async function refundableOf(db: Db, payment: PaymentRow): Promise<Refundable> {
  const lines = await db
    .selectFrom('paymentLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select(['orderLineId as id', 'unitPriceCents', 'quantity', 'taxPercent'])
    .where('paymentLine.paymentId', '=', payment.id)
    .orderBy('orderLineId')
    .execute()
  const taken = await db
    .selectFrom('refundLine')
    .innerJoin('refund', 'refund.id', 'refundId')
    .select(['orderLineId', 'quantity'])
    .where('paymentId', '=', payment.id)
    .where('status', '<>', 'failed')
    .execute()
  const takenOf = (id: string) =>
    taken.reduce((sum, one) => sum + (one.orderLineId === id ? (one.quantity ?? 0) : 0), 0)
  return {
    left: leftOf(payment, await refundsOf(db, payment.id)),
    percent: Number(lines[0]?.taxPercent ?? 0),
    lines: lines.map(({ id, unitPriceCents, quantity }) => ({
      id,
      unitPrice: cents(unitPriceCents),
      quantity: quantity - takenOf(id),
    })),
  }
}

type NewRefund = Pick<RefundRow, 'paymentId' | 'reason'> & Partial<RefundRow>

/** Adds a refund with its lines; unless `more` says otherwise, it is wanted now. */
export async function addRefund(
  db: Db,
  { cents: _, ...refund }: NewRefund,
  plan: Pick<RefundPlan, 'net' | 'tax' | 'lines'>,
): Promise<RefundRow> {
  const id = uuidv7()
  const added = await db
    .insertInto('refund')
    .values({ checkAt: sql`now()`, ...refund, id, netCents: plan.net, taxCents: plan.tax })
    .returningAll()
    .executeTakeFirstOrThrow()
  const lines = plan.lines.map(({ lineId, quantity, net }) => ({
    refundId: id,
    orderLineId: lineId,
    quantity,
    netCents: net,
  }))
  if (lines.length > 0) await db.insertInto('refundLine').values(lines).execute()
  return added
}

/** Wants all that is left of a captured payment back, for the shop itself. */
export async function wantRefundOfAll(db: Db, payment: PaymentRow, reason: string): Promise<void> {
  const left = leftOf(payment, await refundsOf(db, payment.id))
  if (left.total > 0) await addRefund(db, { paymentId: payment.id, reason }, { ...left, lines: [] })
}
