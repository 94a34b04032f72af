import type { Db } from '#platform/database/database.server.ts'
import { cents } from '#platform/money.ts'
import { type CreditNoteContent, invoiceContent } from './document-content.server.ts'
import { lineColumns, toLine } from './document-rows.server.ts'
import { nextNumber, recordIssue } from './numbering/document-numbers.server.ts'
import { findSeller } from './seller.server.ts'

/**
 * Issues the credit note of a refund that succeeded, unless it has one: a refund that the bank returned
 * may succeed again. A payment without lines has no invoice, so its refund has no credit note. Call it
 * last in the transaction, like `issueInvoice`. Returns the number.
 */
export async function issueCreditNote(db: Db, refundId: string): Promise<string | null> {
  const refund = await db
    .selectFrom('refund')
    .innerJoin('invoice', 'invoice.paymentId', 'refund.paymentId')
    .leftJoin('creditNote', 'creditNote.refundId', 'refund.id')
    .select(['refund.netCents', 'refund.taxCents', 'refund.cents', 'refund.providerId'])
    .select(['refund.reason', 'refund.paidBack'])
    .select(['invoice.number as invoiceNumber', 'invoice.accountId', 'invoice.content as invoiced'])
    .select(['refund.paymentId', 'creditNote.number as issuedBefore'])
    .where('refund.id', '=', refundId)
    .executeTakeFirst()
  if (!refund) return null
  if (refund.issuedBefore !== null) return refund.issuedBefore
  const lines = await db
    .selectFrom('refundLine')
    .innerJoin('orderLine', 'orderLine.id', 'refundLine.orderLineId')
    .innerJoin('orders', 'orders.id', 'orderLine.orderId')
    .select(lineColumns)
    .select(['refundLine.netCents', 'refundLine.quantity'])
    .where('refundId', '=', refundId)
    .orderBy('orders.id')
    .orderBy('orderLine.position')
    .execute()
  const { buyer, tax, payment, card } = invoiceContent.parse(refund.invoiced)
  const content: CreditNoteContent = {
    seller: await findSeller(db),
    buyer,
    lines: lines.map(toLine),
    tax,
    amounts: {
      net: cents(refund.netCents),
      tax: cents(refund.taxCents),
      total: cents(refund.cents),
    },
    payment,
    card,
    refund: refund.providerId,
    paidBack: refund.paidBack,
    reason: refund.reason,
    invoiceNumber: refund.invoiceNumber,
  }
  const issued = await nextNumber(db, 'CN')
  const { number } = issued
  await db
    .insertInto('creditNote')
    .values({ ...issued, accountId: refund.accountId, refundId, content: JSON.stringify(content) })
    .execute()
  await recordIssue(db, { kind: 'credit-note', number }, await ordersOf(db, refund.paymentId))
  return number
}

async function ordersOf(db: Db, paymentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('paymentLine')
    .innerJoin('orderLine', 'orderLine.id', 'paymentLine.orderLineId')
    .select('orderId')
    .where('paymentLine.paymentId', '=', paymentId)
    .execute()
  return rows.map(({ orderId }) => orderId)
}
