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
 * Whether a refund's money is in transit or was returned. A succeeded refund counts even if the bank
 * returned it, because its credit note stays.
 */
export function isCounted({ status, succeededAt }: RefundRow): boolean {
  return status !== 'failed' || succeededAt !== null
}

/** Returns the rest of a captured payment after its refunds. */
export function leftOf(payment: PaymentRow, refunds: RefundRow[]): Amounts {
  return leftAfter(payment, refunds.filter(isCounted))
}

/** Returns the rest of a captured payment after these refunds. */
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

/** Adds a refund with its lines; by default, it is wanted now. One of no money is done at once. */
export async function addRefund(
  db: Db,
  { cents: _, ...refund }: NewRefund,
  plan: Pick<RefundPlan, 'net' | 'tax' | 'lines'>,
): Promise<RefundRow> {
  const id = uuidv7()
  const added = await db
    .insertInto('refund')
    .values({
      ...(plan.net + plan.tax > 0
        ? { checkAt: sql`now()` }
        : { status: 'succeeded', succeededAt: sql`now()` }),
      ...refund,
      id,
      netCents: plan.net,
      taxCents: plan.tax,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const lines = plan.lines.map(({ lineId, quantity, net, unshipped = 0 }) => ({
    refundId: id,
    orderLineId: lineId,
    quantity,
    unshipped,
    netCents: net,
  }))
  if (lines.length > 0) await db.insertInto('refundLine').values(lines).execute()
  return added
}

/** Adds a refund of the whole rest of a payment, by the shop itself. */
export async function wantRefundOfAll(db: Db, payment: PaymentRow, reason: string): Promise<void> {
  const left = leftOf(payment, await refundsOf(db, payment.id))
  if (left.total > 0) await addRefund(db, { paymentId: payment.id, reason }, { ...left, lines: [] })
}

/** Requests a failed refund again in its row, so that it has one credit note and one restock. */
export async function repeatRefund(
  db: Db,
  { id, status, failures }: RefundRow,
  madeBy: string,
  { net, tax, lines }: Pick<RefundPlan, 'net' | 'tax' | 'lines'>,
): Promise<RefundRow> {
  for (const line of lines) {
    await db
      .updateTable('refundLine')
      .set({ netCents: line.net })
      .where('refundId', '=', id)
      .where('orderLineId', '=', line.lineId)
      .execute()
  }
  return (
    db
      .updateTable('refund')
      .set({ status: 'wanted', checkAt: sql`now()`, providerId: null, origin: 'shop' })
      // After the last automatic attempt, its attempts are counted anew.
      .set({ failures: status === 'failed' ? 0 : failures, madeBy, netCents: net, taxCents: tax })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  )
}
