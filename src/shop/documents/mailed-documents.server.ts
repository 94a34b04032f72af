import type { Db } from '#platform/database/database.server.ts'
import type { MailAttachment } from '#platform/mail/mail-composition.server.ts'
import { type DocumentKind, fileName } from './document.ts'
import { type InvoiceContent, invoiceContent } from './document-content.server.ts'
import { findDocument } from './document-queries.server.ts'
import { renderPdf } from './pdf/render-pdf.server.ts'

/** Mail servers often refuse more; a document of 200 lines has a tenth of it. */
const MAX_BYTES = 2_000_000

/** A document attached to a mail. */
export type MailedDocument = {
  number: string
  /** None when it is too large to be mailed. */
  attachment: MailAttachment | null
}

/** Returns the invoice of a payment. */
export async function mailedInvoice(
  db: Db,
  paymentId: string,
): Promise<(MailedDocument & { content: InvoiceContent }) | null> {
  const invoice = await db
    .selectFrom('invoice')
    .select(['number', 'content'])
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
  if (!invoice) return null
  const { number } = invoice
  const attachment = await attach(db, 'invoice', number)
  return { number, attachment, content: invoiceContent.parse(invoice.content) }
}

/** Returns the credit note of a refund; null for the refund of a payment without lines. */
export async function mailedCreditNote(db: Db, refundId: string): Promise<MailedDocument | null> {
  const note = await db
    .selectFrom('creditNote')
    .select('number')
    .where('refundId', '=', refundId)
    .executeTakeFirst()
  return note ? { ...note, attachment: await attach(db, 'credit-note', note.number) } : null
}

/** Returns the confirmation of an order; null if it is gone. */
export function mailedConfirmation(db: Db, orderNumber: string): Promise<MailAttachment | null> {
  return attach(db, 'confirmation', orderNumber)
}

async function attach(db: Db, kind: DocumentKind, number: string): Promise<MailAttachment | null> {
  const layout = await findDocument(db, 'shop', kind, number)
  if (!layout) return null
  const bytes = await renderPdf(layout)
  if (bytes.length > MAX_BYTES) return null
  return { name: fileName(kind, number), type: 'application/pdf', bytes }
}
