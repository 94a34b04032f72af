import type { Db } from '#platform/database/database.server.ts'
import type { MailAttachment } from '#platform/mail/mail-draft.server.ts'
import type { RunJob } from '#platform/workers/worker-pool.server.ts'
import { type DocumentKind, fileName } from './document.ts'
import { type InvoiceContent, invoiceContent } from './document-content.server.ts'
import { findDocument } from './document-queries.server.ts'
import { documentJob } from './pdf/pdf-jobs.server.ts'

/** Mail servers often refuse more; a document of 200 lines has a tenth of it. */
const MAX_BYTES = 2_000_000

export type MailedDocument = {
  number: string
  /** None when it is too large to be mailed. */
  attachment: MailAttachment | null
}

export async function mailedInvoice(
  db: Db,
  run: RunJob,
  paymentId: string,
): Promise<(MailedDocument & { content: InvoiceContent }) | null> {
  const invoice = await db
    .selectFrom('invoice')
    .select(['number', 'content'])
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
  if (!invoice) return null
  const { number } = invoice
  const attachment = await attachDocument(db, run, 'invoice', number)
  return { number, attachment, content: invoiceContent.parse(invoice.content) }
}

/** Returns the credit note of a refund; null for the refund of a payment without lines. */
export async function mailedCreditNote(
  db: Db,
  run: RunJob,
  refundId: string,
): Promise<MailedDocument | null> {
  const note = await db
    .selectFrom('creditNote')
    .select('number')
    .where('refundId', '=', refundId)
    .executeTakeFirst()
  if (!note) return null
  return { ...note, attachment: await attachDocument(db, run, 'credit-note', note.number) }
}

/** Renders a document for a mail; null if it is gone or too large. */
export async function attachDocument(
  db: Db,
  run: RunJob,
  kind: DocumentKind,
  number: string,
): Promise<MailAttachment | null> {
  const layout = await findDocument(db, 'shop', kind, number)
  if (!layout) return null
  const bytes = await run(documentJob, layout)
  if (bytes.length > MAX_BYTES) return null
  return { name: fileName(kind, number), type: 'application/pdf', bytes }
}
