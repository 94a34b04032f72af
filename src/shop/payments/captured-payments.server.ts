import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { Payment } from './provider/card-payments.server.ts'

/** The part of a payment that an order costs; the whole payment when it is for one order. */
export type PaymentPart = { orderId: string; amountCents: number }

/** Records the parts of a payment that pay their orders, in the transaction that marks them paid. */
export async function recordCapture(db: Db, payment: Payment, parts: PaymentPart[]): Promise<void> {
  if (parts.length === 0) return
  const rows = parts.map((part) => entry(payment, part))
  await db.insertInto('capturedPayment').values(rows).execute()
}

/** Records the parts of a payment that are due for refund; those already recorded stay as they are. */
export async function recordRefundDue(
  db: Db,
  payment: Payment,
  parts: PaymentPart[],
): Promise<void> {
  if (parts.length === 0) return
  const now = sql<Date>`now()`
  const rows = parts.map((part) => ({
    ...entry(payment, part),
    refundDueAt: now,
    refundCheckAt: now,
  }))
  await db
    .insertInto('capturedPayment')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What the ledger knows about a payment. */
export type CapturedAmounts = {
  keptCents: number
  /** Not refunded yet. */
  refundDueCents: number
  /** Whether the refund was never asked for. Later refunds are made by the reconciler. */
  isFirstRefundDue: boolean
}

/** Returns how much of a payment is kept, and is still to be refunded. */
export async function capturedAmounts(db: Db, paymentIntentId: string): Promise<CapturedAmounts> {
  const parts = await db
    .selectFrom('capturedPayment')
    .select(['amountCents', 'refundDueAt', 'refundedAt', 'refundId', 'refundFailures'])
    .where('paymentIntentId', '=', paymentIntentId)
    .execute()
  const sum = (some: typeof parts) => some.reduce((total, part) => total + part.amountCents, 0)
  const due = parts.filter((part) => part.refundDueAt !== null && part.refundedAt === null)
  return {
    keptCents: sum(parts.filter(({ refundDueAt }) => refundDueAt === null)),
    refundDueCents: sum(due),
    isFirstRefundDue: due.some((part) => part.refundId === null && part.refundFailures === 0),
  }
}

function entry({ id, currency }: Payment, { orderId, amountCents }: PaymentPart) {
  return { paymentIntentId: id, orderLineId: orderId, amountCents, currency }
}
