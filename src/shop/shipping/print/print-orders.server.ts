import type { Db } from '#platform/database/database.server.ts'
import type { RunJob } from '#platform/workers/worker-pool.server.ts'
import { sheetsJob } from '#shop/documents/pdf/pdf-jobs.server.ts'
import { findSeller, letterheadOf } from '#shop/documents/seller.server.ts'
import { findOrdersById } from '#shop/orders/order-queries.server.ts'
import { linesToPack } from '#shop/shipping/packing-order.server.ts'
import { linesOfShipment, type ShipmentRow } from '#shop/shipping/shipment-queries.server.ts'
import { allPapers, type Paper } from './papers.ts'
import {
  deliveryNoteSheet,
  type PrintedOrder,
  packingSlipSheet,
  pickListSheet,
  printedLines,
  slipAndNoteSheet,
} from './shipping-sheets.server.ts'

/** Returns the absolute URL of an order's page. */
export type OrderUrl = (number: string) => string

/**
 * Renders the chosen papers of several orders: one pick list, then the packing slip and the delivery note of each,
 * as one paper if both are chosen, in the given order; undefined when one of them does not exist. Orders without pieces to pack have no papers,
 * unless none has.
 */
export async function printOrders(
  db: Db,
  run: RunJob,
  urlOf: OrderUrl,
  ids: string[],
  chosen: readonly Paper[] = allPapers,
): Promise<Buffer | undefined> {
  const orders = await findOrdersById(db, ids)
  const printed: PrintedOrder[] = []
  for (const id of ids) {
    const order = orders.find((order) => order.id === id)
    if (!order) return undefined
    const lines = printedLines(await linesToPack(db, order))
    printed.push({ order, number: order.number, lines, url: urlOf(order.number) })
  }
  const settings = { seller: await findSeller(db), printedAt: new Date() }
  const packed = printed.filter(({ lines }) => lines.length > 0)
  const papers = packed.length > 0 ? packed : printed
  const has = (paper: Paper) => chosen.includes(paper)
  const paperOf =
    has('packing-slips') && has('delivery-notes')
      ? slipAndNoteSheet
      : has('packing-slips')
        ? packingSlipSheet
        : deliveryNoteSheet
  const hasPapers = has('packing-slips') || has('delivery-notes')
  const sheets = [
    ...(has('pick-list') ? [pickListSheet(papers, settings)] : []),
    ...(hasPapers ? papers.map((paper) => paperOf(paper, settings)) : []),
  ]
  return run(sheetsJob, sheets, settings.printedAt, await letterheadOf(db, settings.seller))
}

/** Renders papers of a packed shipment, by default slip and delivery note; undefined if there is none. */
export async function printShipment(
  db: Db,
  run: RunJob,
  urlOf: OrderUrl,
  shipment: ShipmentRow,
  sheetOf = slipAndNoteSheet,
): Promise<Buffer | undefined> {
  const { number } = shipment
  const [order] = await findOrdersById(db, [shipment.orderId])
  if (!order || number === null) return undefined
  const inShipment = await linesOfShipment(db, shipment.id)
  const lines = (await linesToPack(db, order)).flatMap((line) => {
    const part = inShipment.find(({ _id }) => _id === line.line.id)
    return part ? [{ ...line, count: part.quantity }] : []
  })
  const printed = { order, number, lines, url: urlOf(order.number) }
  const settings = { seller: await findSeller(db), printedAt: new Date() }
  const letterhead = await letterheadOf(db, settings.seller)
  return run(sheetsJob, [sheetOf(printed, settings)], settings.printedAt, letterhead)
}
