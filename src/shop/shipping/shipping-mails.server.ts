import { href } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import type { MailAttachment } from '#platform/mail/mail-draft.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import { type OrderRecipient, orderRecipient } from '#shop/orders/order-recipient.server.ts'
import type { LabelledValue } from '#shop/tax/amount-details.ts'
import type { ShipmentRow } from './shipment-queries.server.ts'

export type MailedPieces = {
  /** Of the order's line. */
  lineId: string
  orderId: string
  sku: string
  productName: string
  quantity: number
}

export type ShippedMail = OrderRecipient & {
  shipment: Pick<ShipmentRow, 'id' | 'trackingNumber' | 'trackingUrl'> &
    Record<'number' | 'carrier', string>
  lines: MailedPieces[]
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
    .select(['orderLine.id as lineId', 'orderId', 'sku', 'productName', 'shipmentLine.quantity'])
    .where('shipmentId', '=', id)
    .orderBy('orderLine.position')
    .execute()
  const mailed = { id, number: number ?? '', carrier: carrier ?? '', trackingNumber, trackingUrl }
  const content: ShippedMail = { ...recipient, shipment: mailed, lines }
  await queueMail(db, { template, content })
}

export const orderPath = (orderNumber: string) => href('/dashboard/orders/:id', { id: orderNumber })

export function aboutPieces(mail: OrderRecipient & { lines: MailedPieces[] }) {
  const { email, orderNumber, companyName, lines } = mail
  return {
    to: email,
    details: [
      ...lines.map(piecesText),
      ...(companyName ? [['Company', companyName] satisfies LabelledValue] : []),
    ],
    button: { label: 'View order', path: orderPath(orderNumber) },
    note: `Order ${orderNumber}`,
  }
}

export function pdfAttachment(name: string, bytes: Buffer): MailAttachment {
  return { name: `${name}.pdf`, type: 'application/pdf', bytes }
}

export function piecesText({ sku, quantity, productName }: MailedPieces): LabelledValue {
  return [sku, `${quantity.toLocaleString('en-US')} × ${productName}`]
}
