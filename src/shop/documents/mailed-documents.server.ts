import type { Db } from '#platform/database/database.server.ts'
import type { MailAttachment } from '#platform/mail/mail-composition.server.ts'
import { fileName } from './document.ts'
import { findConfirmed } from './document-queries.server.ts'
import {
  creditNoteColumns,
  invoiceColumns,
  toCreditNote,
  toInvoice,
} from './issued-documents.server.ts'
import {
  confirmationSheet,
  creditNoteSheet,
  type DocumentSheet,
  invoiceSheet,
} from './pdf/document-sheet.server.ts'
import { renderPdf } from './pdf/render-pdf.server.ts'

/** Mail servers often refuse more; a document of 200 lines has a tenth of it. */
const MOST_BYTES = 2_000_000

/** A document that a mail is about. */
export type MailedDocument = {
  number: string
  /** None when it is too large to be mailed. */
  attachment: MailAttachment | null
}

/** Returns the invoice of a paid order. */
export async function mailedInvoice(db: Db, orderId: string): Promise<MailedDocument | null> {
  const invoice = await db
    .selectFrom('invoiceOrder')
    .innerJoin('invoice', 'invoice.number', 'invoiceOrder.invoiceNumber')
    .select(invoiceColumns)
    .where('orderLineId', '=', orderId)
    .executeTakeFirst()
  if (!invoice) return null
  const { number } = invoice
  const sheet = invoiceSheet(toInvoice(invoice))
  return { number, attachment: await attach(fileName('invoice', number), sheet) }
}

/** Returns the credit note of a payment's refunded part. */
export async function mailedCreditNote(
  db: Db,
  { orderId, paymentIntentId }: { orderId: string; paymentIntentId: string },
): Promise<MailedDocument | null> {
  const note = await db
    .selectFrom('creditNote')
    .select(creditNoteColumns)
    .where('orderLineId', '=', orderId)
    .where('paymentIntentId', '=', paymentIntentId)
    .executeTakeFirst()
  if (!note) return null
  const { number } = note
  const sheet = creditNoteSheet(toCreditNote(note))
  return { number, attachment: await attach(fileName('credit-note', number), sheet) }
}

/** Returns the confirmation of an order; null if it is gone. */
export async function mailedConfirmation(db: Db, orderId: string): Promise<MailAttachment | null> {
  const confirmed = await findConfirmed(db, (orders) => orders.where('orders.id', '=', orderId))
  if (!confirmed) return null
  return attach(fileName('confirmation', confirmed.number), confirmationSheet(confirmed))
}

async function attach(name: string, sheet: DocumentSheet): Promise<MailAttachment | null> {
  const bytes = await renderPdf(sheet)
  return bytes.length > MOST_BYTES ? null : { name, type: 'application/pdf', bytes }
}
