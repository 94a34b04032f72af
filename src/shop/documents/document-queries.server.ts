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
  type ConfirmedOrder,
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

async function findConfirmation(db: Db, reader: Reader, number: string) {
  const confirmed = await findConfirmed(db, (orders) =>
    ownOrders(orders, reader).where('orders.number', '=', number),
  )
  return confirmed && confirmationSheet(confirmed)
}

const allOrders = (db: Db) => db.selectFrom('orders')
type Orders = ReturnType<typeof allOrders>

/**
 * Finds what the confirmation of an order shows. Only what was so when it was placed, or its file
 * would change: not the company of today's profile, which is on the invoice.
 */
export async function findConfirmed(
  db: Db,
  only: (orders: Orders) => Orders,
): Promise<ConfirmedOrder | undefined> {
  const order = await only(allOrders(db))
    .select([
      'orders.id',
      'orders.number',
      'placedAt',
      'poNumber',
      sql<DocumentBuyer>`jsonb_build_object(
        'name', orders.name, 'address', address, 'shippingAddress', shipping_address,
        'country', shipping_address ->> 'country', 'company', '', 'taxId', ''
      )`.as('buyer'),
      sql<Seller>`seller_at(placed_at)`.as('seller'),
    ])
    .executeTakeFirst()
  if (!order) return undefined
  const lines = await db
    .selectFrom('orderLine')
    .select(sql<DocumentLine>`document_line(order_line)`.as('line'))
    .where('orderId', '=', order.id)
    .orderBy('position')
    .execute()
  return { ...order, lines: lines.map(({ line }) => line) }
}

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
  const lines = await ownOrders(
    db.selectFrom('orders').innerJoin('orderLine', 'orderLine.orderId', 'orders.id'),
    reader,
  )
    .select(['orders.id as orderId', 'orderLine.id', 'number', 'placedAt'])
    .where((is) => is.or([is('orders.id', 'in', ids), is('orderLine.id', 'in', ids)]))
    .orderBy('orders.id')
    .execute()
  const found = new Set(lines.flatMap(({ id, orderId }) => [id, orderId]))
  if (!ids.every((id) => found.has(id))) return undefined
  const lineIds = lines.map(({ id }) => id)
  const orders = new Map(lines.map((line) => [line.number, line]))
  const invoices = await db
    .selectFrom('invoice')
    .select(['number', 'issuedAt'])
    .where('number', 'in', (query) =>
      query.selectFrom('invoiceOrder').select('invoiceNumber').where('orderLineId', 'in', lineIds),
    )
    .orderBy('issuedAt')
    .execute()
  const notes = await db
    .selectFrom('creditNote')
    .select(['number', 'issuedAt'])
    .where('orderLineId', 'in', lineIds)
    .orderBy('issuedAt')
    .execute()
  return [
    ...[...orders.values()].map((order) => entry('confirmation', order.number, order.placedAt)),
    ...invoices.map((invoice) => entry('invoice', invoice.number, invoice.issuedAt)),
    ...notes.map((note) => entry('credit-note', note.number, note.issuedAt)),
  ]
}

function ownOrders<Query extends Orders>(orders: Query, reader: Reader): Query {
  if (reader.role === 'admin') return orders
  return orders.where('orders.accountId', '=', reader.id).where('abandoned', '=', false) as Query
}

function entry(kind: DocumentKind, number: string, issuedAt: Date): DocumentEntry {
  return { kind, number, issuedAt: issuedAt.toISOString() }
}
