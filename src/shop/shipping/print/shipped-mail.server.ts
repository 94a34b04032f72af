import type { Db } from '#platform/database/database.server.ts'
import type { MailTemplates } from '#platform/mail/mail-composition.server.ts'
import type { MailAttachment, MailDraft, MailSender } from '#platform/mail/mail-draft.server.ts'
import type { RunJob } from '#platform/workers/worker-pool.server.ts'
import { findShipment } from '#shop/shipping/shipment-queries.server.ts'
import {
  aboutPieces,
  orderPath,
  pdfAttachment,
  type ShippedMail,
} from '#shop/shipping/shipping-mails.server.ts'
import type { LabelledValue } from '#shop/tax/amount-details.ts'
import { printShipment } from './print-orders.server.ts'
import { deliveryNoteSheet } from './shipping-sheets.server.ts'

/** The mails about shipments. The delivery note is rendered when a mail is sent. */
export const shippingMails = (db: Db, run: RunJob) =>
  ({
    'order-shipped': async (mail: ShippedMail, site: MailSender): Promise<MailDraft> => {
      const { orderNumber, shipment } = mail
      const note = await deliveryNote(db, run, site, shipment)
      const about = aboutPieces(mail)
      return {
        ...about,
        subject: `Shipped: parcel ${shipment.number} of order ${orderNumber}`,
        heading: 'Your tools are on their way',
        paragraphs: [
          `We handed parcel ${shipment.number} to ${shipment.carrier}.`,
          ...(note ? ['The delivery note is attached.'] : []),
        ],
        ...restText(mail),
        ...(shipment.trackingUrl && {
          button: { label: 'Track parcel', path: shipment.trackingUrl },
          secondButton: about.button,
        }),
        details: [...trackingDetails(shipment), ...about.details],
        ...(note && { attachments: [note] }),
      }
    },
    'order-shipment-cancelled': (mail: ShippedMail): MailDraft => ({
      ...aboutPieces(mail),
      subject: `Cancelled: parcel ${mail.shipment.number} of order ${mail.orderNumber}`,
      heading: 'This parcel does not arrive',
      paragraphs: [
        `We cancelled parcel ${mail.shipment.number}. You don't need to do anything: we will send its tools again or contact you.`,
      ],
    }),
  }) satisfies MailTemplates

function restText({ rest = [] }: ShippedMail): Pick<MailDraft, 'next'> {
  if (rest.length === 0) return {}
  const tools = rest.map(({ quantity, productName }) => {
    return `${quantity.toLocaleString('en-US')} × ${productName}`
  })
  const more = tools.length > 5 ? [`${tools.length - 5} more`] : []
  const named = [...tools.slice(0, 5), ...more].join('\n')
  return { next: `The rest of this order follows, and we e-mail you when it ships:\n${named}` }
}

function trackingDetails({ carrier, trackingNumber }: ShippedMail['shipment']): LabelledValue[] {
  return [
    ['Carrier', carrier],
    ...(trackingNumber ? [['Tracking number', trackingNumber] satisfies LabelledValue] : []),
  ]
}

/** Returns the delivery note of a shipment; null if it is gone. */
async function deliveryNote(
  db: Db,
  run: RunJob,
  site: MailSender,
  { id, number }: ShippedMail['shipment'],
): Promise<MailAttachment | null> {
  const shipment = await findShipment(db, id)
  const urlOf = (order: string) => new URL(orderPath(order), site.publicUrl).href
  const bytes = shipment && (await printShipment(db, run, urlOf, shipment, deliveryNoteSheet))
  return bytes ? pdfAttachment(`delivery-note-${number}`, bytes) : null
}
