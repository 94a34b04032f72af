import { href } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import type { MailTemplates } from '#platform/mail/mail-composition.server.ts'
import type { MailAttachment, MailDraft, MailSender } from '#platform/mail/mail-draft.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import { type Cents, formatDollars } from '#platform/money.ts'
import type { RunJob } from '#platform/workers/worker-pool.server.ts'
import {
  attachDocument,
  type MailedDocument,
  mailedCreditNote,
  mailedInvoice,
} from '#shop/documents/mailed-documents.server.ts'
import { amountDetails, amountsOf } from '#shop/tax/amount-details.ts'
import type { Amounts } from '#shop/tax/tax.ts'
import type { Order, OrderLine, PlacedLine } from './order.ts'
import { toLineJson } from './order-json.server.ts'
import {
  boughtItems,
  cancelledTexts,
  companyDetails,
  isPaidAtOnce,
  recipient,
  referenceDetails,
  refundedItems,
  subjectTools,
} from './order-mail-details.server.ts'
import { mayMail } from './order-recipient.server.ts'

/** `payAtOnce`: the order was to be paid in the step that placed it; mails of older versions lack it. */
type PlacedMail = Order & { payAtOnce?: boolean }
type LinesMail = { email: string; lines: OrderLine[] }
/** `hasExpired`: the shop cancelled them, because they were not paid in time. */
type CancelledMail = LinesMail & { isWhole: boolean; hasExpired: boolean; amounts: Amounts }
type PaidMail = LinesMail & { paymentId: string }

/** The parameters of a refund mail. `isAgain`: an earlier refund had failed. */
export type RefundNews = {
  refundId: string
  /** What went back of each line, in pieces and without tax; none for an amount of several lines. */
  refunded: { lineId: string; quantity: number | null; net: Cents }[]
  /** The payment's id at the provider. */
  transactionId: string
  amounts: Amounts
  reason: string
  isAgain?: boolean
  /** How a person paid it back, where the card did not take it. */
  paidBack: string | null
}
type RefundMail = LinesMail & { refund: RefundNews }

/** Queues one mail about a payment, in the transaction that records it. */
export function queuePaidMail(db: Db, lines: PlacedLine[], paymentId: string): Promise<void> {
  return queueLinesMail(db, 'order-paid', lines, { paymentId })
}

/** Queues a mail on an order's cancelled lines, all if `isWhole`, with their prices, in the transaction. */
export function queueCancelledMail(
  db: Db,
  lines: PlacedLine[],
  about: Pick<CancelledMail, 'isWhole' | 'hasExpired' | 'amounts'>,
): Promise<void> {
  return queueLinesMail(db, 'order-cancelled', lines, about)
}

/** Queues one mail about a refund of these lines, in the transaction that records it. */
export function queueRefundMail(
  db: Db,
  { email, lines }: { email: string; lines: PlacedLine[] },
  refund: RefundNews,
): Promise<void> {
  return queueLinesMail(db, 'order-refunded', lines, { email, refund })
}

async function queueLinesMail(
  db: Db,
  template: string,
  lines: PlacedLine[],
  { email = lines[0]?.email ?? '', ...more }: { email?: string; [key: string]: unknown } = {},
): Promise<void> {
  if (!mayMail(email)) return
  const sorted = lines.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await queueMail(db, { template, content: { email, lines: sorted.map(toLineJson), ...more } })
}

/** The mails about orders. Their documents are read and rendered when a mail is sent. */
export const orderMails = (db: Db, run: RunJob) =>
  ({
    'order-placed': async (
      { payAtOnce = true, ...order }: PlacedMail,
      _: MailSender,
      isBusy: boolean,
    ): Promise<MailDraft | null> => {
      if (payAtOnce && (await isPaidAtOnce(db, order._id))) return null
      const confirmation = isBusy ? null : await attachDocument(db, run, 'confirmation', order.number)
      const { lines } = order
      const amounts = amountsOf(order)
      const total = formatDollars(amounts.total)
      const [first, ...others] = lines
      const isOne = first !== undefined && others.length === 0
      return {
        to: order.email,
        subject: `Your order ${order.number}: ${subjectTools(lines)}${isOne ? '' : `, ${total}`}`,
        heading: 'We received your order',
        paragraphs: [
          'Thank you. We are holding your tools for you.',
          `The confirmation is ${confirmation ? 'attached and ' : ''}on the order’s page.`,
        ],
        next: 'Your tools ship once the order is paid. Until then you can cancel it.',
        button: {
          label: `Pay ${total}`,
          path: href('/dashboard/orders/payment/:id', { id: isOne ? first._id : order._id }),
        },
        items: boughtItems(lines, amounts),
        sums: amountDetails('Total', amounts),
        details: [...referenceDetails(lines), ...recipient(order)],
        secondButton: aboutOrders(lines).button,
        note: `Order ${order.number}`,
        ...attached(confirmation),
      }
    },
    'order-paid': async ({ email, lines, paymentId }: PaidMail): Promise<MailDraft> => {
      const invoice = await mailedInvoice(db, run, paymentId)
      if (!invoice) throw new Error(`Payment ${paymentId} has no invoice`)
      const { amounts, payment } = invoice.content
      return {
        to: email,
        subject: `Paid: ${subjectOf(lines, amounts)}`,
        heading: 'Your payment is completed',
        paragraphs: ['Thank you. We received your payment.', whereDocument('invoice', invoice, lines)],
        next: 'We pack your tools and e-mail you the tracking number when they ship.',
        items: boughtItems(lines, amounts),
        sums: amountDetails('Paid', amounts),
        details: [
          ...referenceDetails(lines),
          ['Transaction', payment],
          ['Invoice', invoice.number],
          ...(lines.length === 1 ? lines.flatMap(recipient) : []),
        ],
        ...aboutOrders(lines),
        ...attached(invoice.attachment),
      }
    },
    'order-refunded': async ({ email, lines, refund }: RefundMail): Promise<MailDraft> => {
      const { refundId, transactionId, amounts, reason, isAgain, paidBack } = refund
      const note = await mailedCreditNote(db, run, refundId)
      const amount = formatDollars(amounts.total)
      return {
        to: email,
        subject: `Refunded: ${amount}${lines.length === 0 ? '' : ` for ${ordersText(lines)}`}`,
        heading: 'We refunded your payment',
        paragraphs: [
          `${note ? 'We' : 'Your order did not need this payment, so we'} ${
            paidBack === null
              ? `returned ${amount} to the card that paid.`
              : `paid ${amount} back in another way than to the card: ${paidBack}.`
          }`,
          ...(isAgain ? [againText(paidBack !== null)] : []),
          ...(note ? [whereDocument('credit note', note, lines)] : []),
        ],
        ...(paidBack === null && { next: 'Your bank shows it within a few days.' }),
        items: refundedItems(lines, refund),
        sums: amountDetails('Refunded', amounts),
        details: [
          ...companyDetails(lines[0]?.company?.name),
          ...(note ? [['Reason', reason] as [string, string]] : []),
          ['Transaction', transactionId],
          ...(note ? [['Credit note', note.number] as [string, string]] : []),
        ],
        ...aboutOrders(lines),
        ...attached(note?.attachment),
      }
    },
    'order-cancelled': (mail: CancelledMail): MailDraft => {
      const { email, lines, amounts, hasExpired } = mail
      return {
        to: email,
        subject: `${hasExpired ? 'Expired' : 'Cancelled'}: ${ordersText(lines)}, ${subjectTools(lines)}`,
        ...cancelledTexts(mail),
        items: boughtItems(lines, amounts),
        sums: amountDetails('Total', amounts),
        details: referenceDetails(lines),
        ...aboutOrders(lines),
        ...(!hasExpired && { button: { label: 'View all tools', path: href('/purchase') } }),
      }
    },
  }) satisfies MailTemplates

function numbersOf(lines: OrderLine[]): string[] {
  return [...new Set(lines.map(({ orderNumber }) => orderNumber))]
}

function ordersText(lines: OrderLine[]): string {
  const numbers = numbersOf(lines)
  return numbers.length === 1 ? `order ${numbers[0]}` : `${numbers.length} orders`
}

function subjectOf(lines: OrderLine[], { total }: Amounts): string {
  if (numbersOf(lines).length > 1) return `${ordersText(lines)}, ${formatDollars(total)}`
  const sum = lines.length === 1 ? '' : `, ${formatDollars(total)}`
  return `${ordersText(lines)}, ${subjectTools(lines)}${sum}`
}

function aboutOrders(lines: OrderLine[]): Pick<MailDraft, 'button' | 'note'> {
  const [number, ...others] = numbersOf(lines)
  if (number === undefined || others.length > 0) {
    return { button: { label: 'View my orders', path: href('/dashboard/orders') } }
  }
  const path = href('/dashboard/orders/:id', { id: number })
  return { button: { label: 'View order', path }, note: `Order ${number}` }
}

function againText(isPaidBack: boolean): string {
  return isPaidBack
    ? 'The bank had not accepted the refund to the card.'
    : 'The bank had not accepted an earlier refund, so we made it again.'
}

function whereDocument(name: string, { attachment }: MailedDocument, lines: OrderLine[]): string {
  const page = numbersOf(lines).length > 1 ? 'each order’s page' : 'the order’s page'
  return `The ${name} is ${attachment ? 'attached and ' : ''}on ${page}.`
}

function attached(file: MailAttachment | null | undefined): Pick<MailDraft, 'attachments'> {
  return file ? { attachments: [file] } : {}
}
