import type { Db } from '#platform/database/database.server.ts'
import type { MailAttachment } from '#platform/mail/mail-composition.server.ts'
import { fileName } from './document.ts'
import { confirmedColumns } from './document-queries.server.ts'
import {
  creditNoteColumns,
  invoiceColumns,
  toCreditNote,
  toInvoice,
} from './issued-documents.server.ts'
import {
  type ConfirmedOrders,
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
    .where('purchaseId', '=', orderId)
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
    .where('purchaseId', '=', orderId)
    .where('paymentIntentId', '=', paymentIntentId)
    .executeTakeFirst()
  if (!note) return null
  const { number } = note
  const sheet = creditNoteSheet(toCreditNote(note))
  return { number, attachment: await attach(fileName('credit-note', number), sheet) }
}

/** Returns the confirmation of orders that were placed together; null if they are gone. */
export async function mailedConfirmation(
  db: Db,
  orderIds: string[],
): Promise<MailAttachment | null> {
  const orders = await db
    .selectFrom('purchase')
    .select(confirmedColumns)
    .where('id', 'in', orderIds)
    .orderBy('id')
    .execute()
  const [first, ...others] = orders
  if (!first) return null
  const { orderNumber } = first.line
  const name = others.length === 0 ? orderNumber : `${orderNumber}-and-${others.length}-more`
  const lines: ConfirmedOrders['lines'] = [first.line, ...others.map(({ line }) => line)]
  return attach(fileName('confirmation', name), confirmationSheet({ ...first, lines }))
}

async function attach(name: string, sheet: DocumentSheet): Promise<MailAttachment | null> {
  const bytes = await renderPdf(sheet)
  return bytes.length > MOST_BYTES ? null : { name, type: 'application/pdf', bytes }
}
