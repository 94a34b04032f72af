import { type CsvFormat, csvDollars } from '#platform/csv.ts'
import { type CsvColumns, streamCsv } from '#platform/csv-stream.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { centsToDollars, timesPieces } from '#platform/money.ts'
import { findInvoiceNumbers } from '#shop/documents/document-queries.server.ts'
import type { PlacedLine, PlacedOrder } from '#shop/orders/order.ts'

export type OrderCsvRow = PlacedLine & { invoices: string[] }

export const orderCsvColumns: CsvColumns<OrderCsvRow> = [
  ['Order', ({ orderNumber }) => orderNumber],
  ['PO number', ({ poNumber }) => poNumber ?? ''],
  ['Ordered, UTC', ({ placedAt }) => momentText(placedAt)],
  ['Status', ({ status }) => status],
  ['Product', ({ productName }) => productName],
  ['SKU', ({ sku }) => sku],
  ['Quantity', ({ quantity }) => quantity],
  ['Price each, USD', ({ unitPrice }, format) => csvDollars(centsToDollars(unitPrice), format)],
  [
    'Net, USD',
    (line, format) => csvDollars(centsToDollars(timesPieces(line.unitPrice, line.quantity)), format),
  ],
  ['Company', ({ company }) => company?.name ?? ''],
  ['Ship to', ({ shippingAddress, address }) => [shippingAddress?.name, address].filter(Boolean).join(', ')],
  ['Held until, UTC', ({ status, heldUntil }) => (status === 'unpaid' ? momentText(heldUntil) : '')],
  ['Transaction', ({ transactionId }) => transactionId ?? ''],
  ['Invoice', ({ invoices }) => invoices.join(', ')],
]

/** Spreadsheets of every country read this as a date, but not the form with T and Z. */
function momentText(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * Streams orders as CSV, a row for each line, page by page as the client consumes them. Texts that a
 * spreadsheet would take for a formula are escaped. Tax is on the invoices, because it is not computed per line.
 */
export function streamOrdersCsv(
  db: Db,
  nextPage: (before: string | undefined) => Promise<PlacedOrder[]>,
  format: CsvFormat,
): Promise<ReadableStream<Uint8Array>> {
  return streamCsv(orderCsvColumns, format, async (before?: Page) => {
    const page = await readPage(db, await nextPage(before?.last))
    return page.last === undefined ? null : page
  })
}

type Page = { rows: OrderCsvRow[]; last: string | undefined }

async function readPage(db: Db, orders: PlacedOrder[]): Promise<Page> {
  const ids = orders.map(({ id }) => id)
  const invoices = await findInvoiceNumbers(db, ids)
  const lines = orders.flatMap(({ lines }) => lines)
  const rows = lines.map((line) => ({ ...line, invoices: invoices.get(line.id) ?? [] }))
  return { rows, last: ids.at(-1) }
}
