import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '#platform/csv-cell.ts'
import { centsToDollars, timesPieces } from '#platform/money.ts'
import type { PlacedOrder } from '#shop/orders/order.ts'

const columns: [heading: string, cell: (order: PlacedOrder) => string | number][] = [
  ['Order', ({ number }) => number],
  ['PO number', ({ poNumber }) => poNumber ?? ''],
  ['Ordered', ({ createdAt }) => createdAt.toISOString()],
  ['Status', ({ status }) => status],
  ['Product', ({ productName }) => productName],
  ['SKU', ({ sku }) => sku],
  ['Quantity', ({ quantity }) => quantity],
  ['Price each, USD', ({ unitPrice }) => centsToDollars(unitPrice).toFixed(2)],
  [
    'Total, USD',
    (order) => centsToDollars(timesPieces(order.unitPrice, order.quantity)).toFixed(2),
  ],
  [
    'Ship to',
    ({ shippingAddress, address }) => [shippingAddress?.name, address].filter(Boolean).join(', '),
  ],
  ['Held until', ({ status, heldUntil }) => (status === 'unpaid' ? heldUntil.toISOString() : '')],
  ['Transaction', ({ transactionId }) => transactionId ?? ''],
]

/**
 * Streams orders as CSV, page by page as the client consumes them. Texts that a spreadsheet would
 * take for a formula are escaped.
 */
export async function streamOrdersCsv(
  nextPage: (before: string | undefined) => Promise<PlacedOrder[]>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  // Read before the response starts, so that a database error can still become a 503.
  let orders: PlacedOrder[] | undefined = await nextPage(undefined)
  let before: string | undefined
  let isBegun = false
  return new ReadableStream({
    pull: async (controller) => {
      orders ??= await nextPage(before)
      const rows = orders.map((order) => columns.map(([, cell]) => cell(order)))
      if (!isBegun) rows.unshift(columns.map(([heading]) => heading))
      // The byte order mark makes spreadsheets read UTF-8.
      const mark = isBegun ? '' : '\uFEFF'
      isBegun = true
      const text = stringify(rows, { cast: { string: escapeFormula }, record_delimiter: 'windows' })
      if (rows.length > 0) controller.enqueue(encoder.encode(mark + text))
      const last = orders.at(-1)
      if (!last) return controller.close()
      before = last.id
      orders = undefined
    },
  })
}
