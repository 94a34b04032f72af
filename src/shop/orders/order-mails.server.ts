import { href } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import type {
  MailAttachment,
  MailDraft,
  MailSender,
  MailTemplates,
} from '#platform/mail/mail-composition.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import { userText } from '#platform/mail/user-text.ts'
import { cents, dollarsToCents, formatDollars } from '#platform/money.ts'
import {
  type MailedDocument,
  mailedConfirmation,
  mailedCreditNote,
  mailedInvoice,
} from '#shop/documents/mailed-documents.server.ts'
import { lineTotal, type Order, type OrderLine, type PlacedLine } from './order.ts'
import { toLineJson } from './order-json.server.ts'

type OrderMail = 'order-paid' | 'order-refunded'

/**
 * Queues a mail to the buyer about the status of an order, in the running transaction. Deleted
 * users get none: their pseudonym is an address that cannot exist.
 */
export async function queueOrderMail(
  db: Db,
  template: OrderMail,
  order: PlacedLine,
  more: object = {},
): Promise<void> {
  if (order.email.endsWith('.invalid')) return
  await queueMail(db, { template, content: { ...toLineJson(order), ...more } })
}

/** Queues one mail about a payment of one buyer's orders, in the transaction that records it. */
export async function queuePaidMail(db: Db, orders: PlacedLine[]): Promise<void> {
  const sorted = orders.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const [first, ...others] = sorted
  if (!first || others.length === 0) {
    if (first) await queueOrderMail(db, 'order-paid', first)
    return
  }
  if (first.email.endsWith('.invalid')) return
  const content = { email: first.email, orders: sorted.map((order) => toLineJson(order)) }
  await queueMail(db, { template: 'orders-paid', content })
}

/** Queues one mail about cancelled lines of one order, in the transaction that cancels them. */
export async function queueCancelledMail(db: Db, lines: PlacedLine[]): Promise<void> {
  const [first] = lines
  if (!first || first.email.endsWith('.invalid')) return
  const content = { email: first.email, lines: lines.map(toLineJson) }
  await queueMail(db, { template: 'order-cancelled', content })
}

/** What the mail about a refund adds to its order. `isAgain`: an earlier refund had failed. */
export type RefundOfOrder = { paymentIntentId: string; amountCents: number; isAgain?: boolean }

/** Queues the mail about a refund, in the transaction that records it. */
export function queueRefundMail(db: Db, order: PlacedLine, refund: RefundOfOrder): Promise<void> {
  return queueOrderMail(db, 'order-refunded', order, { refund })
}

/** The mails about orders. Their documents are read and rendered when a mail is sent. */
export const orderMails = (db: Db) =>
  ({
    'order-placed': async (order: Order, _: MailSender, isBusy: boolean): Promise<MailDraft> => {
      const confirmation = isBusy ? null : await mailedConfirmation(db, order._id)
      const [first, ...others] = order.lines
      if (!first) throw new Error(`Order ${order.number} has no line`)
      const isOne = others.length === 0
      return {
        to: order.email,
        subject: `Your order ${order.number}: ${isOne ? `${first.quantity} × ${first.productName}` : `${order.lines.length} tools, ${dollars(order.total)}`}`,
        heading: 'We received your order',
        paragraphs: [
          'Thank you. We are holding your tools for you.',
          'They ship once the order is paid. Until then you can cancel it.',
          `The confirmation is ${confirmation ? 'attached and ' : ''}on the order’s page.`,
        ],
        facts: [
          ...(isOne ? bought(first) : [...listed(order.lines), ...ownNumber(order)]),
          ['Total', dollars(order.total)],
          ...recipient(order),
        ],
        button: {
          label: `Pay ${dollars(order.total)}`,
          path: href('/dashboard/orders/payment/:id', { id: isOne ? first._id : order._id }),
        },
        note: `Order ${order.number}`,
        ...attached(confirmation),
      }
    },
    'order-paid': async (order: OrderLine): Promise<MailDraft> => {
      const invoice = await mailedInvoice(db, order._id)
      return {
        to: order.email,
        subject: `Paid: order ${order.orderNumber}, ${order.quantity} × ${order.productName}`,
        heading: 'Your payment is completed',
        paragraphs: [
          'Thank you. We received your payment and are preparing your tools.',
          whereInvoice(invoice),
        ],
        facts: [
          ...bought(order),
          ['Paid', total(order)],
          ['Transaction', order.transactionId ?? ''],
          ...numberOf('Invoice', invoice),
          ...recipient(order),
        ],
        button: orderButton(order),
        note: `Order ${order.orderNumber}`,
        ...attached(invoice?.attachment),
      }
    },
    'orders-paid': async ({ email, orders }: PaidOrders): Promise<MailDraft> => {
      const [first] = orders
      const invoice = first ? await mailedInvoice(db, first._id) : null
      return {
        to: email,
        subject: `Paid: ${orders.length} orders, ${totalOf(orders)}`,
        heading: 'Your payment is completed',
        paragraphs: [
          'Thank you. We received your payment and are preparing your tools.',
          invoice?.attachment
            ? 'The invoice is attached and on each order’s page.'
            : 'The invoice is on each order’s page.',
        ],
        facts: [
          ...listed(orders),
          ['Paid', totalOf(orders)],
          ['Transaction', first?.transactionId ?? ''],
          ...numberOf('Invoice', invoice),
        ],
        button: { label: 'View my orders', path: href('/dashboard/orders') },
        ...attached(invoice?.attachment),
      }
    },
    'order-refunded': async (
      content: OrderLine & { refund: RefundOfOrder },
    ): Promise<MailDraft> => {
      const { refund, ...order } = content
      const { paymentIntentId, amountCents, isAgain } = refund
      const note = await mailedCreditNote(db, { orderId: order._id, paymentIntentId })
      const amount = formatDollars(cents(amountCents))
      return {
        to: order.email,
        subject: `Refunded: ${amount} for order ${order.orderNumber}`,
        heading: 'We refunded your payment',
        paragraphs: [
          `Your order did not need this payment, so we returned ${amount} to the card that paid.`,
          ...(isAgain ? ['The bank had not accepted an earlier refund, so we made it again.'] : []),
          `Your bank shows it within a few days. The credit note is ${note?.attachment ? 'attached and ' : ''}on the order’s page.`,
        ],
        facts: [
          ...bought(order),
          ['Refunded', amount],
          ['Transaction', paymentIntentId],
          ...numberOf('Credit note', note),
        ],
        button: orderButton(order),
        note: `Order ${order.orderNumber}`,
        ...attached(note?.attachment),
      }
    },
    'order-cancelled': ({ email, lines }: { email: string; lines: OrderLine[] }): MailDraft => {
      const [first, ...others] = lines
      const isOne = first !== undefined && others.length === 0
      return {
        to: email,
        subject: `Cancelled: order ${first?.orderNumber}, ${isOne ? `${first.quantity} × ${first.productName}` : `${lines.length} tools`}`,
        heading: isOne ? 'Your order is cancelled' : 'Lines of your order are cancelled',
        paragraphs: [
          `${isOne ? 'This order is' : 'These lines are'} cancelled and nothing was charged.`,
        ],
        facts: [...(isOne ? bought(first) : listed(lines)), ['Total', totalOf(lines)]],
        button: { label: 'View all tools', path: href('/purchase') },
        note: `Order ${first?.orderNumber}`,
      }
    },
  }) satisfies MailTemplates

type PaidOrders = { email: string; orders: OrderLine[] }

/** Returns a fact for each of several orders. */
function listed(lines: OrderLine[]): [string, string][] {
  return lines.map((line) => [line.sku, `${line.quantity} × ${line.productName}, ${total(line)}`])
}

function orderButton(order: OrderLine): MailDraft['button'] {
  return { label: 'View order', path: href('/dashboard/orders/:id', { id: order._id }) }
}

function whereInvoice(invoice: MailedDocument | null): string {
  return invoice?.attachment
    ? 'The invoice is attached and on the order’s page.'
    : 'The invoice is on the order’s page.'
}

function numberOf(label: string, document: MailedDocument | null): [string, string][] {
  return document ? [[label, document.number]] : []
}

function attached(file: MailAttachment | null | undefined): Pick<MailDraft, 'attachments'> {
  return file ? { attachments: [file] } : {}
}

function bought(order: OrderLine): [string, string][] {
  return [
    ['Tool', order.productName],
    ['SKU', order.sku],
    ['Quantity', String(order.quantity)],
    ['Price each', formatDollars(dollarsToCents(order.perPrice))],
    ...ownNumber(order),
  ]
}

/** Returns the buyer's own number, which the mail must not present as the shop's words. */
function ownNumber({ poNumber }: Pick<Order, 'poNumber'>): [string, string][] {
  return poNumber === undefined ? [] : [['PO number you gave', userText(poNumber, 40)]]
}

// The maximum of all parts of the address form together, so that nothing is cut off.
const LONGEST_ADDRESS = 750

/** Returns the buyer's own input, which the mail must not present as the shop's words. */
function recipient(order: Pick<Order, 'name' | 'address' | 'shippingAddress'>): [string, string][] {
  return [
    ['Name you gave', userText(order.shippingAddress?.name ?? order.name, 60)],
    ['Address you gave', userText(order.address, LONGEST_ADDRESS)],
  ]
}

function totalOf(orders: OrderLine[]): string {
  return formatDollars(cents(orders.reduce((sum, order) => sum + lineTotal(order), 0)))
}

function total(order: OrderLine): string {
  return formatDollars(lineTotal(order))
}

function dollars(amount: number): string {
  return formatDollars(dollarsToCents(amount))
}
