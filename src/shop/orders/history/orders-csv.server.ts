import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '#platform/csv-cell.ts'
import { type CsvFormat, csvDollars, csvSeparators } from '#platform/csv-format.ts'
import { centsToDollars, timesPieces } from '#platform/money.ts'
import type { PlacedLine, PlacedOrder } from '#shop/orders/order.ts'

type Cell = (line: PlacedLine, format: CsvFormat) => string | number

const columns: [heading: string, cell: Cell][] = [
  ['Order', ({ orderNumber }) => orderNumber],
  ['PO number', ({ poNumber }) => poNumber ?? ''],
  ['Ordered, UTC', ({ placedAt }) => momentText(placedAt)],
  ['Status', ({ status }) => status],
  ['Product', ({ productName }) => productName],
  ['SKU', ({ sku }) => sku],
  ['Quantity', ({ quantity }) => quantity],
  ['Price each, USD', ({ unitPrice }, format) => csvDollars(centsToDollars(unitPrice), format)],
  [
    'Total, USD',
    (line, format) =>
      csvDollars(centsToDollars(timesPieces(line.unitPrice, line.quantity)), format),
  ],
  [
    'Ship to',
    ({ shippingAddress, address }) => [shippingAddress?.name, address].filter(Boolean).join(', '),
  ],
  [
    'Held until, UTC',
    ({ status, heldUntil }) => (status === 'unpaid' ? momentText(heldUntil) : ''),
  ],
  ['Transaction', ({ transactionId }) => transactionId ?? ''],
]

/** Spreadsheets of every country read this as a date, but not the form with T and Z. */
function momentText(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * Streams orders as CSV, page by page as the client consumes them. Texts that a spreadsheet would
 * take for a formula are escaped.
 */
export async function streamOrdersCsv(
  nextPage: (before: string | undefined) => Promise<PlacedOrder[]>,
  format: CsvFormat,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  // Read before the response starts, so that a database error can still become a 503.
  let orders: PlacedOrder[] | undefined = await nextPage(undefined)
  let before: string | undefined
  let isBegun = false
  return new ReadableStream({
    pull: async (controller) => {
      orders ??= await nextPage(before)
      const rows = orders.flatMap(({ lines }) =>
        lines.map((line) => columns.map(([, cell]) => cell(line, format))),
      )
      if (!isBegun) rows.unshift(columns.map(([heading]) => heading))
      // The byte order mark makes spreadsheets read UTF-8.
      const mark = isBegun ? '' : '\uFEFF'
      isBegun = true
      const text = stringify(rows, {
        delimiter: csvSeparators[format],
        cast: { string: escapeFormula },
        record_delimiter: 'windows',
      })
      if (rows.length > 0) controller.enqueue(encoder.encode(mark + text))
      const last = orders.at(-1)
      if (!last) return controller.close()
      before = last.id
      orders = undefined
    },
  })
}
