import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { queueRefundMail } from '#shop/orders/order-mails.server.ts'
import { findOrder, toOrder } from '#shop/orders/order-queries.server.ts'
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
  const rows = parts.map((part) => ({ ...entry(payment, part), refundDueAt: sql<Date>`now()` }))
  await db
    .insertInto('capturedPayment')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What the ledger knows about a payment, in cents. */
export type CapturedAmounts = { captured: number; kept: number; refundDue: number }

/** Returns how much of a payment was captured, is kept, and is still to be refunded. */
export async function capturedAmounts(db: Db, paymentIntentId: string): Promise<CapturedAmounts> {
  const parts = await db
    .selectFrom('capturedPayment')
    .select(['amountCents', 'refundDueAt', 'refundedAt'])
    .where('paymentIntentId', '=', paymentIntentId)
    .execute()
  const sum = (some: typeof parts) => some.reduce((total, part) => total + part.amountCents, 0)
  return {
    captured: sum(parts),
    kept: sum(parts.filter(({ refundDueAt }) => refundDueAt === null)),
    refundDue: sum(parts.filter((part) => part.refundDueAt !== null && part.refundedAt === null)),
  }
}

/** Records that what was due is refunded, and queues a mail for each order, in one transaction. */
export function markRefunded(db: Db, paymentIntentId: string, refundId: string): Promise<void> {
  return db.transaction().execute(async (db) => {
    const refunded = await recordRefund(db, paymentIntentId, refundId)
    for (const { purchaseId, amountCents } of refunded) {
      const order = await findOrder(db, purchaseId)
      // An abandoned order was placed by somebody who had not proved to own the mailbox.
      if (!order || order.abandoned) continue
      await queueRefundMail(db, toOrder(order), { paymentIntentId, amountCents })
    }
  })
}

function recordRefund(db: Db, paymentIntentId: string, refundId: string) {
  return db
    .updateTable('capturedPayment')
    .set({ refundedAt: sql<Date>`now()`, refundId })
    .where('paymentIntentId', '=', paymentIntentId)
    .where('refundDueAt', 'is not', null)
    .where('refundedAt', 'is', null)
    .returning(['purchaseId', 'amountCents'])
    .execute()
}

function entry({ id, currency }: Payment, { orderId, amountCents }: PaymentPart) {
  return { paymentIntentId: id, purchaseId: orderId, amountCents, currency }
}
