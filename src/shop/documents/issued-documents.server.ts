import type { Json } from '#platform/database/database-tables.ts'
import type { CreditNoteContent, InvoiceContent } from './document.ts'
import type { CreditNote, Invoice } from './pdf/document-sheet.server.ts'

/** The columns of an invoice that `toInvoice` reads. */
export const invoiceColumns = ['number', 'issuedAt', 'transactionId', 'content'] as const

type InvoiceRow = Pick<Invoice, 'number' | 'issuedAt' | 'transactionId'> & { content: Json }

/** Returns an issued invoice; its content is as the SQL function `issue_invoice` built it. */
export function toInvoice({ content, ...row }: InvoiceRow): Invoice {
  return { ...row, ...(content as InvoiceContent) }
}

/** The columns of a credit note that `toCreditNote` reads. */
export const creditNoteColumns = ['number', 'issuedAt', 'paymentIntentId', 'content'] as const

type CreditNoteRow = Pick<CreditNote, 'number' | 'issuedAt' | 'paymentIntentId'> & { content: Json }

/** Returns an issued credit note; its content is as `issue_credit_note` built it. */
export function toCreditNote({ content, ...row }: CreditNoteRow): CreditNote {
  return { ...row, ...(content as CreditNoteContent) }
}
