import type { Db } from '#platform/database/database.server.ts'
import type { RunJob } from '#platform/workers/worker-pool.server.ts'
import { paperSize } from '#shop/documents/pdf/paper-size.server.ts'
import { sheetsJob } from '#shop/documents/pdf/pdf-jobs.server.ts'
import { findSeller, letterheadOf } from '#shop/documents/seller.server.ts'
import { buyerText } from '#shop/orders/order-contents.ts'
import { findOrdersById } from '#shop/orders/order-queries.server.ts'
import { toReturnJson } from './return-json.server.ts'
import type { ReturnRow } from './return-queries.server.ts'
import { reasonTexts } from './return-request.ts'

/**
 * Renders the slip that a buyer puts into the shipment of an approved return, with its number as barcode;
 * undefined when its order is gone.
 */
export async function renderReturnSlip(
  db: Db,
  run: RunJob,
  urlOf: (orderNumber: string) => string,
  row: ReturnRow,
): Promise<Buffer | undefined> {
  const [order] = await findOrdersById(db, [row.orderId])
  if (!order) return undefined
  const { number, reason, lines } = await toReturnJson(db, row)
  const seller = await findSeller(db)
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const sheet = {
    title: `Return slip ${number}`,
    paper: paperSize(seller, order.shippingAddress?.country ?? null),
    code: { text: number, url: urlOf(order.number) },
    blocks: [
      ['Send to', seller.name, ...seller.address.split('\n')],
      ['From', buyerText({ ...order, name: order.shippingAddress?.name || order.name })],
      ['Order', `Order number ${order.number}`, `Reason: ${reasonTexts[reason]}`],
    ] satisfies [string, ...string[]][],
    tables: [
      {
        columns: [
          { name: 'SKU', points: 90 },
          { name: 'Product' },
          { name: 'Pieces', points: 70, align: 'right' as const },
        ],
        rows: lines.map(({ sku, productName, quantity }) => [
          sku,
          productName,
          quantity.toLocaleString('en-US'),
        ]),
        sum: ['', 'Pieces', pieces.toLocaleString('en-US')],
      },
    ],
    notes: ['Put this slip into the parcel with the tools.'],
  }
  const at = row.approvedAt ?? row.requestedAt
  return run(sheetsJob, [sheet], at, await letterheadOf(db, seller))
}
