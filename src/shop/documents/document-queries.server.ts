import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type {
  DocumentBuyer,
  DocumentEntry,
  DocumentKind,
  DocumentLine,
  Seller,
} from './document.ts'
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

/** Who asks for a document: buyers get their own, admins all. */
export type Reader = { id: string; role: string | null }

/** Finds the sheet of a document that `reader` may see. */
export function findSheet(
  db: Db,
  reader: Reader,
  kind: DocumentKind,
  number: string,
): Promise<DocumentSheet | undefined> {
  if (kind === 'invoice') return findInvoice(db, reader, number)
  if (kind === 'credit-note') return findCreditNote(db, reader, number)
  return findConfirmation(db, reader, number)
}

async function findInvoice(db: Db, reader: Reader, number: string) {
  const row = await db
    .selectFrom('invoice')
    .select(invoiceColumns)
    .where('number', '=', number)
    .$if(reader.role !== 'admin', (query) => query.where('accountId', '=', reader.id))
    .executeTakeFirst()
  return row && invoiceSheet(toInvoice(row))
}

async function findCreditNote(db: Db, reader: Reader, number: string) {
  const row = await db
    .selectFrom('creditNote')
    .select(creditNoteColumns)
    .where('number', '=', number)
    .$if(reader.role !== 'admin', (query) => query.where('accountId', '=', reader.id))
    .executeTakeFirst()
  return row && creditNoteSheet(toCreditNote(row))
}

async function findConfirmation(db: Db, reader: Reader, orderNumber: string) {
  const row = await ownOrders(db, reader)
    .select(confirmedColumns)
    .where('orderNumber', '=', orderNumber)
    .executeTakeFirst()
  return row && confirmationSheet({ ...row, lines: [row.line] })
}

/**
 * What a confirmation shows of an order. Only what was so when it was placed, or its file would
 * change: not the company of today's profile, which is on the invoice.
 */
export const confirmedColumns = [
  'createdAt',
  sql<DocumentBuyer>`jsonb_build_object(
    'name', name, 'address', address, 'shippingAddress', shipping_address,
    'country', shipping_address ->> 'country', 'company', '', 'taxId', ''
  )`.as('buyer'),
  sql<DocumentLine>`document_line(purchase)`.as('line'),
  sql<Seller>`seller_at(created_at)`.as('seller'),
] as const

/**
 * Lists the documents of these orders, oldest first; an invoice of several orders once. Undefined
 * when one of the orders is not the reader's.
 */
export async function listDocuments(
  db: Db,
  reader: Reader,
  orderIds: string[],
): Promise<DocumentEntry[] | undefined> {
  const ids = [...new Set(orderIds)]
  if (!ids.every((id) => isUuid(id))) return undefined
  const orders = await ownOrders(db, reader)
    .select(['id', 'orderNumber', 'createdAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  if (orders.length < ids.length) return undefined
  const invoices = await db
    .selectFrom('invoice')
    .select(['number', 'issuedAt'])
    .where('number', 'in', (query) =>
      query.selectFrom('invoiceOrder').select('invoiceNumber').where('purchaseId', 'in', ids),
    )
    .orderBy('issuedAt')
    .execute()
  const notes = await db
    .selectFrom('creditNote')
    .select(['number', 'issuedAt'])
    .where('purchaseId', 'in', ids)
    .orderBy('issuedAt')
    .execute()
  return [
    ...orders.map((order) => entry('confirmation', order.orderNumber, order.createdAt)),
    ...invoices.map((invoice) => entry('invoice', invoice.number, invoice.issuedAt)),
    ...notes.map((note) => entry('credit-note', note.number, note.issuedAt)),
  ]
}

function ownOrders(db: Db, reader: Reader) {
  return db
    .selectFrom('purchase')
    .$if(reader.role !== 'admin', (query) =>
      query.where('accountId', '=', reader.id).where('abandoned', '=', false),
    )
}

function entry(kind: DocumentKind, number: string, issuedAt: Date): DocumentEntry {
  return { kind, number, issuedAt: issuedAt.toISOString() }
}
