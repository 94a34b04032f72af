import type { Db } from '#platform/database/database.server.ts'
import { issueCreditNote } from '#shop/documents/issue-credit-note.server.ts'
import { selectLines, toLine } from '#shop/orders/line-queries.server.ts'
import { recordOrderEvent } from '#shop/orders/order-events.server.ts'
import { queueRefundMail } from '#shop/orders/order-mails.server.ts'
import type { PaymentRow } from '#shop/payments/payment-queries.server.ts'
import type { RefundRow } from './refund-queries.server.ts'

/**
 * Writes what follows from refunds of a payment that succeeded, last in the transaction that records
 * them: events of its orders, mails, and credit notes, whose numbers stay locked until the commit.
 */
export async function tellOfRefunds(
  db: Db,
  payment: PaymentRow,
  refunds: RefundRow[],
): Promise<void> {
  if (refunds.length === 0) return
  const parts = db
    .selectFrom('paymentLine')
    .select('orderLineId')
    .where('paymentLine.paymentId', '=', payment.id)
  const rows = await selectLines(db)
    .where('orderLine.id', 'in', parts)
    .orderBy('orderLine.id')
    .execute()
  // An abandoned order was placed by somebody who had not proved to own the mailbox.
  const lines = rows.filter(({ abandoned }) => !abandoned).map(toLine)
  for (const { id, netCents, taxCents, madeBy, failures, reason } of refunds) {
    const amountCents = netCents + taxCents
    const orderIds = rows.map(({ orderId }) => orderId)
    const data = { refundId: id, cents: amountCents }
    await recordOrderEvent(db, orderIds, { kind: 'refunded', actorId: madeBy, data })
    const transactionId = payment.providerId ?? ''
    const isAgain = failures > 0
    await queueRefundMail(db, lines, { id, amountCents, transactionId, reason, isAgain })
  }
  for (const { id } of refunds) await issueCreditNote(db, id)
}
