import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { cents } from '#platform/money.ts'
import { totals } from '#shop/tax/tax.ts'
import { type DocumentKind, documentKinds } from './document.ts'
import { creditNoteContent, invoiceContent } from './document-content.server.ts'
import { lineColumns, orderTaxOf, profileOfOrder, toBuyer, toLine } from './document-rows.server.ts'
import { lineIdsNamed, namesOfLine } from './order-names.server.ts'
import {
  confirmationLayout,
  creditNoteLayout,
  type DocumentLayout,
  invoiceLayout,
} from './pdf/document-layout.server.ts'
import { findLetterheadLogo, findSeller } from './seller.server.ts'

export const documentEntryJson = z.object({
  kind: z.enum(documentKinds),
  number: z.string(),
  issuedAt: z.string(),
})

/** A document that can be downloaded; `number` is the order's for a confirmation. */
export type DocumentEntry = z.infer<typeof documentEntryJson>

/** The caller that requests a document: buyers get their own, admins and the shop's mails get all. */
export type DocumentCaller = { id: string; role: string | null } | 'shop'

/** Returns the user whose documents the caller may see; null for all users. */
function onlyOf(caller: DocumentCaller): string | null {
  return caller === 'shop' || caller.role === 'admin' ? null : caller.id
}

/** Finds the layout of a document that `caller` may see, with its logo. */
export async function findDocument(
  db: Db,
  caller: DocumentCaller,
  kind: DocumentKind,
  number: string,
): Promise<DocumentLayout | undefined> {
  const find = {
    invoice: findInvoice,
    'credit-note': findCreditNote,
    confirmation: findConfirmation,
  }
  const layout = await find[kind](db, caller, number)
  if (layout?.logoUrl === undefined) return layout
  return { ...layout, logo: await findLetterheadLogo(db, layout.logoUrl) }
}

async function findInvoice(db: Db, caller: DocumentCaller, number: string) {
  const row = await findIssued(db, caller, 'invoice', number)
  return row && invoiceLayout({ ...row, content: invoiceContent.parse(row.content) })
}

async function findCreditNote(db: Db, caller: DocumentCaller, number: string) {
  const row = await findIssued(db, caller, 'creditNote', number)
  return row && creditNoteLayout({ ...row, content: creditNoteContent.parse(row.content) })
}

function findIssued(db: Db, caller: DocumentCaller, table: 'invoice' | 'creditNote', number: string) {
  return db
    .selectFrom(table)
    .select(['number', 'issuedAt', 'content'])
    .where('number', '=', number)
    .$if(onlyOf(caller) !== null, (query) => query.where('accountId', '=', onlyOf(caller)))
    .executeTakeFirst()
}

/**
 * A confirmation has no row. It shows the order as it was placed, including cancelled lines, so that
 * its file never changes. Addresses of the company or the profile are only on the invoice.
 */
async function findConfirmation(db: Db, caller: DocumentCaller, orderNumber: string) {
  const rows = await ownOrders(db, caller)
    .innerJoin('orderLine', 'orderLine.orderId', 'orders.id')
    .select([...lineColumns, 'orders.placedAt', 'orderLine.quantity'])
    .where('orders.number', '=', orderNumber)
    .orderBy('orderLine.position')
    .execute()
  const [order] = rows
  if (!order) return undefined
  const tax = orderTaxOf(order)
  const lines = rows.map((row) => toLine({ ...row, netCents: row.unitPriceCents * row.quantity }))
  const priced = rows.map((row) => ({ ...row, unitPrice: cents(row.unitPriceCents) }))
  return confirmationLayout({
    number: orderNumber,
    issuedAt: order.placedAt,
    content: {
      seller: await findSeller(db, order.placedAt),
      buyer: toBuyer([order], profileOfOrder(order)),
      lines,
      tax,
      amounts: totals(priced, tax),
    },
  })
}

/**
 * Lists the documents of orders, each given by its id or number or the id of a line, oldest first; an
 * invoice of several orders once. Undefined when one of them is not the caller's.
 */
export async function listDocuments(
  db: Db,
  caller: DocumentCaller,
  names: string[],
): Promise<DocumentEntry[] | undefined> {
  const lines = await ownOrders(db, caller)
    .innerJoin('orderLine', 'orderLine.orderId', 'orders.id')
    .select(['orders.id as orderId', 'orderLine.id', 'number as orderNumber', 'placedAt'])
    .where('orderLine.id', 'in', lineIdsNamed(db, names))
    .orderBy('orders.id')
    .execute()
  const nameSet = new Set(lines.flatMap(namesOfLine))
  if (!names.every((name) => nameSet.has(name.toLowerCase()))) return undefined
  const orders = new Map(lines.map((line) => [line.orderId, line]))
  const ids = [...orders.keys()]
  const invoicesOfOrders = db
    .selectFrom('invoiceLine')
    .innerJoin('orderLine', 'orderLine.id', 'invoiceLine.orderLineId')
    .select('invoiceNumber')
    .where('orderId', 'in', ids)
  const invoices = await db
    .selectFrom('invoice')
    .select(['number', 'issuedAt'])
    .where('number', 'in', invoicesOfOrders)
    .orderBy('issuedAt')
    .execute()
  const notes = await db
    .selectFrom('creditNote')
    .innerJoin('refund', 'refund.id', 'creditNote.refundId')
    .innerJoin('invoice', 'invoice.paymentId', 'refund.paymentId')
    .select(['creditNote.number', 'creditNote.issuedAt'])
    .where('invoice.number', 'in', invoicesOfOrders)
    .orderBy('creditNote.issuedAt')
    .execute()
  return [
    ...[...orders.values()].map((order) => entry('confirmation', order.orderNumber, order.placedAt)),
    ...invoices.map((invoice) => entry('invoice', invoice.number, invoice.issuedAt)),
    ...notes.map((note) => entry('credit-note', note.number, note.issuedAt)),
  ]
}

export async function findInvoiceNumbers(db: Db, orderIds: string[]): Promise<Map<string, string[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('invoiceLine')
    .innerJoin('orderLine', 'orderLine.id', 'invoiceLine.orderLineId')
    .select(['orderLineId', sql<string[]>`array_agg(invoice_number order by invoice_number)`.as('numbers')])
    .where('orderId', 'in', orderIds)
    .groupBy('orderLineId')
    .execute()
  return new Map(rows.map(({ orderLineId, numbers }) => [orderLineId, numbers]))
}

function ownOrders(db: Db, caller: DocumentCaller) {
  return db
    .selectFrom('orders')
    .$if(onlyOf(caller) !== null, (query) =>
      query.where('orders.accountId', '=', onlyOf(caller)).where('abandoned', '=', false),
    )
}

function entry(kind: DocumentKind, number: string, issuedAt: Date): DocumentEntry {
  return { kind, number, issuedAt: issuedAt.toISOString() }
}
