import type { Db } from '#platform/database/database.server.ts'
import type { MailDraft } from '#platform/mail/mail-draft.server.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { userText } from '#platform/text.ts'
import { type LabelledValue, netText } from '#shop/tax/amount-details.ts'
import type { Amounts } from '#shop/tax/tax.ts'
import { lineIsOpen } from './line-states.server.ts'
import { lineTotal, type Order, type OrderLine } from './order.ts'
import { referencesOf } from './order-contents.ts'
import type { RefundNews } from './order-mails.server.ts'

/** Returns the details of a mail about a single line. */
export function bought(line: OrderLine): LabelledValue[] {
  return [
    ['Tool', line.productName],
    ['SKU', line.sku],
    ['Quantity', String(line.quantity)],
    ['Price each', formatDollars(dollarsToCents(line.perPrice))],
    ...ownNumbers(line),
  ]
}

/** Returns the details of a mail about lines: all details of one line, or one entry per line. */
export function boughtLines(lines: OrderLine[], { tax }: Pick<Amounts, 'tax'>): LabelledValue[] {
  const [first, ...others] = lines
  if (!first) return []
  if (others.length === 0) return bought(first)
  const isOneOrder = others.every(({ orderId }) => orderId === first.orderId)
  const details = lines.map((line): LabelledValue => {
    const label = isOneOrder ? line.sku : `${line.orderNumber}, ${line.sku}`
    return [label, `${line.quantity} × ${line.productName}, ${netText(lineTotal(line), tax > 0)}`]
  })
  return [...details, ...(isOneOrder ? ownNumbers(first) : companyOf(first))]
}

/** Returns the details of a mail about a refund: only the lines, pieces and amounts that went back. */
export function refundedLines(
  lines: OrderLine[],
  { refunded, amounts }: Pick<RefundNews, 'refunded' | 'amounts'>,
): LabelledValue[] {
  const isOneOrder = new Set(lines.map(({ orderId }) => orderId)).size === 1
  const pieces = refunded.flatMap(({ lineId, quantity, net }): LabelledValue[] => {
    const line = lines.find(({ _id }) => _id === lineId)
    if (!line) return []
    const label = isOneOrder ? line.sku : `${line.orderNumber}, ${line.sku}`
    const count = quantity === null ? 'a part of the price of ' : `${quantity} × `
    return [[label, `${count}${line.productName}, ${netText(net, amounts.tax > 0)}`]]
  })
  return [...pieces, ...(lines[0] ? companyOf(lines[0]) : [])]
}

/** Returns heading and text of the mail about cancelled lines, or about a hold that has ended. */
export function cancelledTexts(mail: {
  lines: OrderLine[]
  isWhole: boolean
  hasExpired: boolean
}): Pick<MailDraft, 'heading' | 'paragraphs'> {
  const { lines, isWhole, hasExpired } = mail
  const isOne = lines.length === 1
  const [some, these, are, them] = isOne
    ? ['A line', 'This line', 'is', 'it']
    : ['Lines', 'These lines', 'are', 'them']
  const nothingCharged = isWhole
    ? 'This order is cancelled and nothing was charged.'
    : `${these} ${are} cancelled and nothing was charged for ${them}.`
  if (!hasExpired) {
    const heading = isWhole ? 'Your order is cancelled' : `${some} of your order ${are} cancelled`
    return { heading, paragraphs: [nothingCharged] }
  }
  return {
    heading: isWhole
      ? 'Your order has expired'
      : `${some} of your order ${isOne ? 'has' : 'have'} expired`,
    paragraphs: [
      'It was not paid in time, so we no longer hold the tools for you.',
      nothingCharged,
      'You can order it again: the order’s page has the button “Order again”, at today’s prices.',
    ],
  }
}

/**
 * Returns the text for lines in a subject: the quantity and tool of one line, otherwise the number of
 * tools.
 */
export function subjectTools(lines: OrderLine[]): string {
  const [first, ...others] = lines
  return first && others.length === 0
    ? `${first.quantity} × ${first.productName}`
    : `${lines.length} tools`
}

// The maximum of all parts of the address form together, so that nothing is cut off.
const LONGEST_ADDRESS = 850

/** Returns the buyer's own input, which the mail must not present as the shop's words. */
export function recipient(
  order: Pick<Order, 'name' | 'address' | 'shippingAddress'>,
): LabelledValue[] {
  return [
    ['Ship to', userText(order.shippingAddress?.name ?? order.name, 60)],
    ['Address', userText(order.address, LONGEST_ADDRESS)],
  ]
}

/** Returns the company, and the buyer's own numbers, which the mail must not present as the shop's words. */
function ownNumbers(order: Pick<Order, 'company' | 'poNumber'>): LabelledValue[] {
  const numbers = referencesOf(order).map(({ name, number }): LabelledValue => {
    return [`${name} you gave`, userText(number, 40)]
  })
  return [...companyOf(order), ...numbers]
}

function companyOf({ company }: Pick<Order, 'company'>): LabelledValue[] {
  return company ? [['Company', company.name]] : []
}

/** Whether an order was to be paid in the step that placed it, and holds nothing any more. */
export async function isPaidAtOnce(db: Db, id: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('orderLine')
          .select('id')
          .whereRef('orderId', '=', 'orders.id')
          .where(lineIsOpen),
      ).as('isOpen'),
    )
    .where('id', '=', id)
    .where('payAtOnce', '=', true)
    .executeTakeFirst()
  return order !== undefined && !order.isOpen
}
