import { href } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import type { MailAttachment } from '#platform/mail/mail-draft.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import { companyDetails } from '#shop/orders/order-mail-details.server.ts'
import { type OrderRecipient, orderRecipient } from '#shop/orders/order-recipient.server.ts'
import { piecesOfOrder } from '#shop/pieces/line-pieces.server.ts'
import { piecesToShip } from '#shop/pieces/pieces.ts'
import type { ShipmentRow } from './shipment-queries.server.ts'

export type MailedPieces = {
  /** Of the order's line. */
  lineId: string
  orderId: string
  sku: string
  productName: string
  quantity: number
  /** Mails of older versions lack it. */
  image?: string
}

export type ShippedMail = OrderRecipient & {
  shipment: Pick<ShipmentRow, 'id' | 'trackingNumber' | 'trackingUrl'> & Record<'number' | 'carrier', string>
  lines: MailedPieces[]
  /** What of the order is still to be shipped; mails of older versions lack it. */
  rest?: Pick<MailedPieces, 'productName' | 'quantity'>[]
}

/** Queues the mail about a shipment, in the transaction that ships it or cancels it afterwards. */
export async function queueShipmentMail(
  db: Db,
  shipment: ShipmentRow,
  template: 'order-shipped' | 'order-shipment-cancelled',
): Promise<void> {
  const { id, orderId, number, carrier, trackingNumber, trackingUrl } = shipment
  const recipient = await orderRecipient(db, orderId)
  if (!recipient) return
  const lines = await db
    .selectFrom('shipmentLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .select(['orderLine.id as lineId', 'orderId', 'sku', 'productName', 'image', 'shipmentLine.quantity'])
    .where('shipmentId', '=', id)
    .orderBy('orderLine.position')
    .execute()
  const mailed = { id, number: number ?? '', carrier: carrier ?? '', trackingNumber, trackingUrl }
  const rest = (await piecesOfOrder(db, orderId))
    .map((line) => ({ productName: line.productName, quantity: piecesToShip([line]) }))
    .filter(({ quantity }) => quantity > 0)
  const content: ShippedMail = { ...recipient, shipment: mailed, lines, rest }
  await queueMail(db, { template, content })
}

export const orderPath = (orderNumber: string) => href('/dashboard/orders/:id', { id: orderNumber })

export function aboutPieces(mail: OrderRecipient & { lines: MailedPieces[] }) {
  const { email, orderNumber, companyName, lines } = mail
  return {
    to: email,
    button: { label: 'View order', path: orderPath(orderNumber) },
    items: lines.map(({ sku, quantity, productName, image }) => ({
      label: sku,
      name: `${quantity.toLocaleString('en-US')} × ${productName}`,
      image,
    })),
    details: companyDetails(companyName),
    note: `Order ${orderNumber}`,
  }
}

export function pdfAttachment(name: string, bytes: Buffer): MailAttachment {
  return { name: `${name}.pdf`, type: 'application/pdf', bytes }
}
