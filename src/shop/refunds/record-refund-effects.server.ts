import type { Db } from '#platform/database/database.server.ts'
import { cents } from '#platform/money.ts'
import { issueCreditNote } from '#shop/documents/issue-credit-note.server.ts'
import { type LineRow, selectLines, toLine } from '#shop/orders/line-queries.server.ts'
import { queueRefundMail, type RefundNews } from '#shop/orders/order-mails.server.ts'
import { recordMoneyEvent } from '#shop/payments/queries/money-events.server.ts'
import type { PaymentRow } from '#shop/payments/queries/payment-queries.server.ts'
import type { RefundRow } from './refund-queries.server.ts'

/**
 * Writes the effects of refunds that succeeded: order events, mails and credit notes. Call it last in
 * the transaction that records them, because document numbers stay locked until the commit.
 */
export async function recordRefundEffects(
  db: Db,
  payment: PaymentRow,
  refunds: RefundRow[],
): Promise<void> {
  if (refunds.length === 0) return
  const parts = db
    .selectFrom('paymentLine')
    .select('orderLineId')
    .where('paymentLine.paymentId', '=', payment.id)
  const paid = await selectLines(db)
    .where('orderLine.id', 'in', parts)
    .orderBy('orderLine.id')
    .execute()
  const email = await recipientOf(db, payment, paid)
  for (const refund of refunds) {
    const { id, netCents, taxCents, madeBy, failures, reason, paidBack } = refund
    const refunded = await refundedLines(db, id)
    const isRefunded = (line: LineRow) => refunded.some(({ lineId }) => lineId === line.id)
    // A free amount belongs to none of several lines.
    const rows = refunded.length > 0 ? paid.filter(isRefunded) : paid
    const amounts = {
      net: cents(netCents),
      tax: cents(taxCents),
      total: cents(netCents + taxCents),
    }
    await recordMoneyEvent(db, rows, {
      kind: 'refunded',
      actorId: madeBy,
      data: { refundId: id },
      cents: amounts.total,
    })
    await queueRefundMail(
      db,
      { email, lines: rows.map(toLine) },
      {
        refundId: id,
        refunded,
        transactionId: payment.providerId ?? '',
        amounts,
        reason,
        isAgain: failures > 0,
        paidBack,
      },
    )
  }
  for (const { id } of refunds) await issueCreditNote(db, id)
}

/** The lines of a refund, with the pieces and the net amount that went back of each. */
async function refundedLines(db: Db, refundId: string): Promise<RefundNews['refunded']> {
  const rows = await db
    .selectFrom('refundLine')
    .select(['orderLineId', 'quantity', 'netCents'])
    .where('refundId', '=', refundId)
    .orderBy('orderLineId')
    .execute()
  return rows.map(({ orderLineId, quantity, netCents }) => ({
    lineId: orderLineId,
    quantity,
    net: cents(netCents),
  }))
}

/** The payer of a payment without lines; empty for a payer with an unverified e-mail. */
async function recipientOf(db: Db, { accountId }: PaymentRow, rows: LineRow[]): Promise<string> {
  const [first] = rows
  if (first) return first.abandoned ? '' : first.email
  const payer = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return payer?.email ?? ''
}
