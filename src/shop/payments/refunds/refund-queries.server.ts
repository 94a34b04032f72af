import { type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Refund as RefundTable } from '#platform/database/database-tables.ts'
import { cents } from '#platform/money.ts'
import type { PaymentRow } from '#shop/payments/queries/payment-queries.server.ts'
import type { Amounts } from '#shop/tax/tax.ts'
import type { RefundPlan } from './refund-plan.ts'

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

/**
 * Whether a refund's money is on its way or has gone back. One that succeeded counts although the bank
 * returned it, because its credit note stays.
 */
export function isCounted({ status, succeededAt }: RefundRow): boolean {
  return status !== 'failed' || succeededAt !== null
}

/** Returns what is left of a captured payment after its refunds that count. */
export function leftOf(payment: PaymentRow, refunds: RefundRow[]): Amounts {
  return leftAfter(payment, refunds.filter(isCounted))
}

/** Returns what these refunds leave of a captured payment. */
export function leftAfter(payment: PaymentRow, counted: RefundRow[]): Amounts {
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

/** Wants a refund that failed again, in its own row, so that it has one credit note and one restock. */
export async function repeatRefund(
  db: Db,
  { id }: RefundRow,
  { reason, madeBy }: { reason: string; madeBy: string },
  plan: Pick<RefundPlan, 'net' | 'tax'>,
): Promise<RefundRow> {
  return db
    .updateTable('refund')
    .set({ status: 'wanted', checkAt: sql`now()`, failures: 0, providerId: null, origin: 'shop' })
    .set({ reason, madeBy, netCents: plan.net, taxCents: plan.tax })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
