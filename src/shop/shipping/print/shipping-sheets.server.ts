import { addressLines } from '#platform/postal-address.ts'
import type { Seller } from '#shop/documents/document-content.server.ts'
import { dateText } from '#shop/documents/pdf/document-layout.server.ts'
import { paperSize } from '#shop/documents/pdf/paper-size.server.ts'
import type { Sheet } from '#shop/documents/pdf/sheets/draw-sheet.server.ts'
import type { PlacedOrder } from '#shop/orders/order.ts'
import { buyerText, referencesOf } from '#shop/orders/order-contents.ts'
import { countPieces } from '#shop/pieces/pieces.ts'
import type { LineToPack } from '#shop/shipping/packing-order.server.ts'

/** The pieces of a line that a paper is about. */
export type PrintedLine = LineToPack & { count: number }

export type PrintedOrder = {
  order: PlacedOrder
  /** The order's number, or the shipment's. */
  number: string
  lines: PrintedLine[]
  url: string
}

export type PrintSettings = { seller: Seller; printedAt: Date }

const pieces = (count: number) => count.toLocaleString('en-US')

/** Returns what an order's papers list: its open pieces. When none are open, all that were paid and not refunded. */
export function printedLines(lines: LineToPack[]): PrintedLine[] {
  const counted = (count: (line: LineToPack) => number) =>
    lines.map((line) => ({ ...line, count: count(line) })).filter(({ count }) => count > 0)
  const open = counted(({ pieces }) => countPieces(pieces).open)
  return open.length > 0 ? open : counted(({ pieces }) => pieces.packed + pieces.shipped)
}

/** The pick list for a walk through the warehouse: each product once, by bin, then by SKU. */
export function pickListSheet(orders: PrintedOrder[], { seller, printedAt }: PrintSettings): Sheet {
  const products = Map.groupBy(
    orders.flatMap(({ order, lines }) => lines.map((line) => ({ ...line, of: order.number }))),
    ({ line }) => line.productId,
  )
  const rows = [...products.values()].map((lines) => ({
    bin: lines[0]?.shelved?.bin ?? '',
    sku: lines[0]?.shelved?.sku ?? lines[0]?.line.sku ?? '',
    name: lines[0]?.line.productName ?? '',
    orders: ordersInRows(lines),
    count: sumOf(lines),
  }))
  // Products without a bin come last.
  const by = (text: string) => text || '\uffff'
  rows.sort((a, b) => compare(by(a.bin), by(b.bin)) || compare(a.sku, b.sku))
  return {
    title: 'Pick list',
    paper: paperSize(seller, null),
    blocks: [
      ['Printed', timeText(printedAt)],
      ['Orders', pieces(orders.length)],
      ['Pieces', pieces(rows.reduce((sum, { count }) => sum + count, 0))],
    ],
    tables: [
      {
        columns: [
          { name: 'Bin', points: 60 },
          { name: 'SKU', points: 65 },
          { name: 'Product' },
          { name: 'Pieces for' },
          { name: 'Pieces', points: 45, align: 'right' },
          { name: 'Picked', points: 45, align: 'right' },
        ],
        rows: rows.flatMap(({ bin, sku, name, orders: [first = '', ...others], count }) => [
          [bin || 'no bin', sku, name, first, pieces(count), '____'],
          ...others.map((more) => ['', '', '', more, '', '']),
        ]),
      },
      {
        columns: [
          { name: 'Order', points: 90 },
          { name: 'Buyer' },
          { name: 'Lines', points: 60, align: 'right' },
          { name: 'Pieces', points: 60, align: 'right' },
        ],
        rows: orders.map(({ number, order, lines }) => [
          number,
          buyerText(order),
          pieces(lines.length),
          pieces(sumOf(lines)),
        ]),
      },
    ],
    notes: [],
  }
}

const ORDERS_IN_ROW = 20

/** Returns the pieces of a product for each order, in rows that are never higher than a page. */
export function ordersInRows(lines: { of: string; count: number }[]): string[] {
  const texts = lines.map(({ of, count }) => `${of}: ${pieces(count)}`)
  return Array.from({ length: Math.ceil(texts.length / ORDERS_IN_ROW) }, (_, row) =>
    texts.slice(row * ORDERS_IN_ROW, (row + 1) * ORDERS_IN_ROW).join(', '),
  )
}

/** The packing slip for the packer: bins, pieces and a box to tick; no prices. */
export function packingSlipSheet(printed: PrintedOrder, settings: PrintSettings): Sheet {
  const { order, number, lines } = printed
  return {
    ...headOf(printed, settings),
    title: `Packing slip ${number}`,
    blocks: [
      ['Ship to', ...recipient(order)],
      ['Order', ...orderTexts(order)],
    ],
    tables: [
      {
        columns: [
          { name: 'Bin', points: 80 },
          { name: 'SKU', points: 75 },
          { name: 'Product' },
          { name: 'Ordered', points: 60, align: 'right' },
          { name: 'To pack', points: 60, align: 'right' },
          { name: 'Packed', points: 60, align: 'right' },
        ],
        rows: lines.map(({ line, shelved, count }) => [
          shelved?.bin ?? '',
          line.sku,
          line.productName,
          pieces(line.quantity),
          pieces(count),
          '____',
        ]),
        sum: ['', '', 'Pieces', '', pieces(sumOf(lines)), ''],
      },
    ],
    notes: [],
  }
}

/** The paper for the buyer, in the shipment: what it contains; no prices. */
export function deliveryNoteSheet(printed: PrintedOrder, settings: PrintSettings): Sheet {
  const { order, number, lines } = printed
  const { seller } = settings
  return {
    ...headOf(printed, settings),
    title: `Delivery note ${number}`,
    blocks: [
      ['From', seller.name, ...seller.address.split('\n')],
      ['Ship to', ...recipient(order)],
      ['Order', ...orderTexts(order)],
    ],
    tables: [
      {
        columns: [
          { name: 'SKU', points: 90 },
          { name: 'Product' },
          { name: 'Ordered', points: 70, align: 'right' },
          { name: 'Delivered', points: 70, align: 'right' },
        ],
        rows: lines.map(({ line, count }) => [
          line.sku,
          line.productName,
          pieces(line.quantity),
          pieces(count),
        ]),
        sum: ['', 'Pieces', '', pieces(sumOf(lines))],
      },
    ],
    notes: ['Please check the pieces when they arrive. Date and signature: ______________________'],
  }
}

/** Packing slip and delivery note as one paper: packers tick the pieces on what goes into the shipment. */
export function slipAndNoteSheet(printed: PrintedOrder, settings: PrintSettings): Sheet {
  const { blocks, notes } = deliveryNoteSheet(printed, settings)
  const title = `Packing slip and delivery note ${printed.number}`
  return { ...packingSlipSheet(printed, settings), title, blocks, notes }
}

function headOf({ order, number, url }: PrintedOrder, { seller }: PrintSettings) {
  const paper = paperSize(seller, order.shippingAddress?.country ?? null)
  return { paper, code: { text: number, url } }
}

function recipient({ company, name, address, shippingAddress }: PlacedOrder): string[] {
  const to = shippingAddress ? addressLines(shippingAddress) : [address]
  return [company?.name ?? '', shippingAddress?.name || name, ...to].filter((line) => line !== '')
}

function orderTexts(order: PlacedOrder): string[] {
  return [
    `Order number ${order.number}`,
    ...referencesOf(order).map(({ name, number }) => `${name} ${number}`),
    `Ordered ${dateText(order.placedAt)}`,
  ]
}

const sumOf = (lines: { count: number }[]) => lines.reduce((sum, { count }) => sum + count, 0)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function timeText(date: Date): string {
  return `${date.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}
