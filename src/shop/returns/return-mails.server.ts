import type { Db } from '#platform/database/database.server.ts'
import type { MailTemplates } from '#platform/mail/mail-composition.server.ts'
import type { MailDraft, MailSender } from '#platform/mail/mail-draft.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import type { RunJob } from '#platform/workers/worker-pool.server.ts'
import { type OrderRecipient, orderRecipient } from '#shop/orders/order-recipient.server.ts'
import {
  aboutPieces,
  type MailedPieces,
  orderPath,
  pdfAttachment,
} from '#shop/shipping/shipping-mails.server.ts'
import { findReturn, type ReturnRow } from './return-queries.server.ts'
import { renderReturnSlip } from './return-slip.server.ts'

type ReturnMail = OrderRecipient & {
  number: string
  refusal: string | null
  lines: MailedPieces[]
}

/** Queues the mail about a return that was approved or refused, in the transaction that decides it. */
export async function queueReturnMail(
  db: Db,
  { id, orderId, number, refusal }: ReturnRow,
  decision: 'approved' | 'refused',
): Promise<void> {
  const recipient = await orderRecipient(db, orderId)
  if (!recipient) return
  const lines = await db
    .selectFrom('returnLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .select(['orderLine.id as lineId', 'orderId', 'sku', 'productName', 'image', 'returnLine.quantity'])
    .where('returnId', '=', id)
    .orderBy('orderLine.position')
    .execute()
  const content: ReturnMail = { ...recipient, number, refusal, lines }
  await queueMail(db, { template: `order-return-${decision}`, content })
}

/** The mails about returns. The slip is rendered when a mail is sent. */
export const returnMails = (db: Db, run: RunJob) =>
  ({
    'order-return-approved': async (mail: ReturnMail, site: MailSender): Promise<MailDraft> => {
      const slip = await returnSlip(db, run, site, mail.number)
      return {
        ...aboutPieces(mail),
        subject: `Approved: return ${mail.number}`,
        heading: 'You can send your tools back',
        paragraphs: [
          slip
            ? 'Put the attached return slip into the parcel, so that we know what came.'
            : `Write the number ${mail.number} on the outside of the parcel, so that we know what came.`,
        ],
        next: 'We check the tools when they arrive and tell you about the refund.',
        ...(slip && { attachments: [slip] }),
      }
    },
    'order-return-refused': (mail: ReturnMail): MailDraft => ({
      ...aboutPieces(mail),
      subject: `Refused: return ${mail.number}`,
      heading: 'We cannot take these tools back',
      paragraphs: [mail.refusal ?? ''],
      next: 'Reply to this mail if you see it differently.',
    }),
  }) satisfies MailTemplates

async function returnSlip(db: Db, run: RunJob, site: MailSender, number: string) {
  const row = await findReturn(db, number)
  const urlOf = (order: string) => new URL(orderPath(order), site.publicUrl).href
  const bytes = row && (await renderReturnSlip(db, run, urlOf, row))
  return bytes ? pdfAttachment(`return-slip-${number}`, bytes) : null
}
