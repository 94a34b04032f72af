import type { Db } from '#platform/database/database.server.ts'
import type { MailAttachment } from '#platform/mail/mail-composition.server.ts'
import { type DocumentKind, fileName } from './document.ts'
import { findSheet, theShop } from './document-queries.server.ts'
import { renderPdf } from './pdf/render-pdf.server.ts'

/** Mail servers often refuse more; a document of 200 lines has a tenth of it. */
const MAX_BYTES = 2_000_000

/** A document that a mail is about. */
export type MailedDocument = {
  number: string
  /** None when it is too large to be mailed. */
  attachment: MailAttachment | null
}

/** Returns the invoice of a payment. */
export async function mailedInvoice(db: Db, paymentId: string): Promise<MailedDocument | null> {
  const invoice = await db
    .selectFrom('invoice')
    .select('number')
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
  return mailed(db, 'invoice', invoice?.number)
}

/** Returns the credit note of a refund. */
export async function mailedCreditNote(db: Db, refundId: string): Promise<MailedDocument | null> {
  const note = await db
    .selectFrom('creditNote')
    .select('number')
    .where('refundId', '=', refundId)
    .executeTakeFirst()
  return mailed(db, 'credit-note', note?.number)
}

/** Returns the confirmation of an order; null if it is gone. */
export async function mailedConfirmation(
  db: Db,
  orderNumber: string,
): Promise<MailAttachment | null> {
  const confirmation = await mailed(db, 'confirmation', orderNumber)
  return confirmation?.attachment ?? null
}

async function mailed(
  db: Db,
  kind: DocumentKind,
  number: string | undefined,
): Promise<MailedDocument | null> {
  const sheet = number && (await findSheet(db, theShop, kind, number))
  if (!sheet) return null
  const bytes = await renderPdf(sheet)
  const isSmall = bytes.length <= MAX_BYTES
  const file = { name: fileName(kind, number), type: 'application/pdf', bytes }
  return { number, attachment: isSmall ? file : null }
}
