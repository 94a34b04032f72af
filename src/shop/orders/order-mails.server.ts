import { href } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import type { MailDraft, MailTemplates } from '#platform/mail/mail-composition.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import { userText } from '#platform/mail/user-text.ts'
import { cents, dollarsToCents, formatDollars } from '#platform/money.ts'
import { type Order, orderTotal, type PlacedOrder } from './order.ts'
import { toOrderJson } from './order-json.server.ts'

type OrderMail = keyof typeof orderMails

/**
 * Queues a mail to the buyer about the status of an order, in the running transaction. Deleted
 * users get none: their pseudonym is an address that cannot exist.
 */
export async function queueOrderMail(
  db: Db,
  template: OrderMail,
  order: PlacedOrder,
): Promise<void> {
  if (order.email.endsWith('.invalid')) return
  await queueMail(db, { template, content: toOrderJson(order) })
}

export const orderMails = {
  'order-placed': (order: Order): MailDraft => ({
    to: order.email,
    subject: `Your order ${order.orderNumber}: ${order.quantity} × ${order.productName}`,
    heading: 'We received your order',
    paragraphs: [
      'Thank you. Your tools are reserved.',
      'They ship once the order is paid. Until then you can cancel it.',
    ],
    facts: [...bought(order), ['Total', total(order)], ...recipient(order)],
    button: {
      label: `Pay ${total(order)}`,
      path: href('/dashboard/orders/payment/:id', { id: order._id }),
    },
    note: `Order ${order.orderNumber}`,
  }),
  'order-list-placed': ({ email, orders }: { email: string; orders: Order[] }): MailDraft => ({
    to: email,
    subject: `Your order list: ${orders.length} ${orders.length === 1 ? 'order' : 'orders'}, ${totalOf(orders)}`,
    heading: 'We received your orders',
    paragraphs: [
      'Thank you. Your tools are reserved.',
      'Each line is an order of its own. They ship once they are paid. Until then you can cancel them.',
    ],
    facts: [
      ...orders.map((order): [string, string] => [
        order.orderNumber,
        `${order.quantity} × ${order.productName} (${order.sku}), ${total(order)}`,
      ]),
      ['Total', totalOf(orders)],
      ...orders.slice(0, 1).flatMap((order) => [...ownNumber(order), ...recipient(order)]),
    ],
    button: { label: 'View my orders', path: href('/dashboard/orders') },
  }),
  'order-paid': (order: Order): MailDraft => ({
    to: order.email,
    subject: `Paid: order ${order.orderNumber}, ${order.quantity} × ${order.productName}`,
    heading: 'Your payment is completed',
    paragraphs: [
      'Thank you. We received your payment and are preparing your tools.',
      'The invoice is on the order’s page.',
    ],
    facts: [
      ...bought(order),
      ['Paid', total(order)],
      ['Transaction', order.transactionId ?? ''],
      ...recipient(order),
    ],
    button: { label: 'View order', path: href('/dashboard/orders/:id', { id: order._id }) },
    note: `Order ${order.orderNumber}`,
  }),
  'order-cancelled': (order: Order): MailDraft => ({
    to: order.email,
    subject: `Cancelled: order ${order.orderNumber}, ${order.quantity} × ${order.productName}`,
    heading: 'Your order is cancelled',
    paragraphs: ['This order is cancelled and nothing was charged.'],
    facts: [...bought(order), ['Total', total(order)]],
    button: { label: 'View all tools', path: href('/purchase') },
    note: `Order ${order.orderNumber}`,
  }),
} satisfies MailTemplates

function bought(order: Order): [string, string][] {
  return [
    ['Tool', order.productName],
    ['SKU', order.sku],
    ['Quantity', String(order.quantity)],
    ['Price each', formatDollars(dollarsToCents(order.perPrice))],
    ...ownNumber(order),
  ]
}

/** Returns the buyer's own number, which the mail must not present as the shop's words. */
function ownNumber({ poNumber }: Order): [string, string][] {
  return poNumber === undefined ? [] : [['PO number you gave', userText(poNumber, 40)]]
}

// The maximum of all parts of the address form together, so that nothing is cut off.
const LONGEST_ADDRESS = 750

/** Returns the buyer's own input, which the mail must not present as the shop's words. */
function recipient(order: Order): [string, string][] {
  return [
    ['Name you gave', userText(order.shippingAddress?.name ?? order.name, 60)],
    ['Address you gave', userText(order.address, LONGEST_ADDRESS)],
  ]
}

function totalOf(orders: Order[]): string {
  return formatDollars(cents(orders.reduce((sum, order) => sum + orderTotal(order), 0)))
}

function total(order: Order): string {
  return formatDollars(orderTotal(order))
}
