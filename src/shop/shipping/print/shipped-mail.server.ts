import type { Db } from '#platform/database/database.server.ts'
import type {
  MailAttachment,
  MailDraft,
  MailSender,
  MailTemplates,
} from '#platform/mail/mail-composition.server.ts'
import type { RunJob } from '#platform/workers/worker-pool.server.ts'
import { findShipment } from '#shop/shipping/shipment-queries.server.ts'
import {
  orderPath,
  pdfAttachment,
  piecesText,
  type ShippedMail,
} from '#shop/shipping/shipping-mails.server.ts'
import type { LabelledValue } from '#shop/tax/amount-details.ts'
import { printDeliveryNote } from './print-orders.server.ts'

/** The mails about parcels. The delivery note is rendered when a mail is sent. */
export const shippingMails = (db: Db, run: RunJob) =>
  ({
    'order-shipped': async (mail: ShippedMail, site: MailSender): Promise<MailDraft> => {
      const { email, orderNumber, parcel, lines } = mail
      const note = await deliveryNote(db, run, site, parcel)
      return {
        to: email,
        subject: `Shipped: parcel ${parcel.number} of order ${orderNumber}`,
        heading: 'Your tools are on their way',
        paragraphs: [
          `We handed parcel ${parcel.number} to ${parcel.carrier}.`,
          ...(note ? ['The delivery note is attached.'] : []),
        ],
        details: [...lines.map(piecesText), ...trackingDetails(parcel)],
        button: { label: 'View order', path: orderPath(orderNumber) },
        note: `Order ${orderNumber}`,
        ...(note && { attachments: [note] }),
      }
    },
    'order-parcel-cancelled': ({ email, orderNumber, parcel, lines }: ShippedMail): MailDraft => ({
      to: email,
      subject: `Cancelled: parcel ${parcel.number} of order ${orderNumber}`,
      heading: 'This parcel does not arrive',
      paragraphs: [
        `We cancelled parcel ${parcel.number}. You don't need to do anything: we will send its tools again or contact you.`,
      ],
      details: lines.map(piecesText),
      button: { label: 'View order', path: orderPath(orderNumber) },
      note: `Order ${orderNumber}`,
    }),
  }) satisfies MailTemplates

function trackingDetails(parcel: ShippedMail['parcel']): LabelledValue[] {
  const { carrier, trackingNumber, trackingUrl } = parcel
  return [
    ['Carrier', carrier],
    ...(trackingNumber ? [['Tracking number', trackingNumber] satisfies LabelledValue] : []),
    ...(trackingUrl ? [['Tracking page', trackingUrl] satisfies LabelledValue] : []),
  ]
}

/** Returns the delivery note of a parcel; null if it is gone. */
async function deliveryNote(
  db: Db,
  run: RunJob,
  site: MailSender,
  { id, number }: ShippedMail['parcel'],
): Promise<MailAttachment | null> {
  const shipment = await findShipment(db, id)
  const urlOf = (order: string) => new URL(orderPath(order), site.publicUrl).href
  const bytes = shipment && (await printDeliveryNote(db, run, urlOf, shipment))
  return bytes ? pdfAttachment(`delivery-note-${number}`, bytes) : null
}
