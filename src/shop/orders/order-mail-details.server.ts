import type { Db } from '#platform/database/database.server.ts'
import type { MailDraft, MailItem } from '#platform/mail/mail-draft.server.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { userText } from '#platform/text.ts'
import { type LabelledValue, netText } from '#shop/tax/amount-details.ts'
import type { Amounts } from '#shop/tax/tax.ts'
import { lineIsOpen } from './line-states.server.ts'
import { lineTotal, type Order, type OrderLine } from './order.ts'
import { referencesOf } from './order-contents.ts'
import type { RefundNews } from './order-mails.server.ts'

/** Returns lines as items of a mail; each names its order where there are several. */
export function boughtItems(lines: OrderLine[], { tax }: Pick<Amounts, 'tax'>): MailItem[] {
  return lines.map((line) => ({
    ...lineItem(line, lines),
    note: `${formatDollars(dollarsToCents(line.perPrice))} each`,
    amount: netText(lineTotal(line), tax > 0),
  }))
}

/** Returns the items of a mail about a refund: only the lines, pieces and amounts that went back. */
export function refundedItems(
  lines: OrderLine[],
  { refunded, amounts }: Pick<RefundNews, 'refunded' | 'amounts'>,
): MailItem[] {
  return refunded.flatMap(({ lineId, quantity, net }) => {
    const line = lines.find(({ _id }) => _id === lineId)
    if (!line) return []
    const item = lineItem(line, lines, quantity)
    return [{ ...item, amount: netText(net, amounts.tax > 0) }]
  })
}

function lineItem(line: OrderLine, lines: OrderLine[], quantity: number | null = line.quantity) {
  const { sku, orderNumber, productName, imgURL } = line
  return {
    label: isOfOneOrder(lines) ? sku : `${orderNumber}, ${sku}`,
    name:
      quantity === null
        ? `a part of the price of ${productName}`
        : `${quantity.toLocaleString('en-US')} × ${productName}`,
    image: imgURL,
  }
}

function isOfOneOrder(lines: OrderLine[]): boolean {
  return lines.every(({ orderId }) => orderId === lines[0]?.orderId)
}

/** Returns heading and text of the mail about cancelled lines, or about a hold that has ended. */
export function cancelledTexts(mail: {
  lines: OrderLine[]
  isWhole: boolean
  hasExpired: boolean
}): Pick<MailDraft, 'heading' | 'paragraphs' | 'next'> {
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
    heading: isWhole ? 'Your order has expired' : `${some} of your order ${isOne ? 'has' : 'have'} expired`,
    paragraphs: ['It was not paid in time, so we no longer hold the tools for you.', nothingCharged],
    next: 'You can order it again: the order’s page has the button “Order again”, at today’s prices.',
  }
}

/** Returns the text for lines in a subject: the quantity and tool of one line, otherwise the number of tools. */
export function subjectTools(lines: OrderLine[]): string {
  const [first, ...others] = lines
  return first && others.length === 0 ? `${first.quantity} × ${first.productName}` : `${lines.length} tools`
}

// The maximum of all parts of the address form together, so that nothing is cut off.
const LONGEST_ADDRESS = 850

/** Returns the buyer's own input, which the mail must not present as the shop's words. */
export function recipient(order: Pick<Order, 'name' | 'address' | 'shippingAddress'>): LabelledValue[] {
  return [
    ['Ship to', userText(order.shippingAddress?.name ?? order.name, 60)],
    ['Address', userText(order.address, LONGEST_ADDRESS)],
  ]
}

/** The company, and of one order the buyer's numbers, which a mail must not present as the shop's words. */
export function referenceDetails(lines: OrderLine[]): LabelledValue[] {
  const [first] = lines
  if (!first) return []
  const numbers = isOfOneOrder(lines) ? referencesOf(first) : []
  return [
    ...companyDetails(first.company?.name),
    ...numbers.map(({ name, number }): LabelledValue => [`Your ${name}`, userText(number, 40)]),
  ]
}

export function companyDetails(name: string | null | undefined): LabelledValue[] {
  return name ? [['Company', name]] : []
}

/** Whether an order was to be paid in the step that placed it, and holds nothing any more. */
export async function isPaidAtOnce(db: Db, id: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('orderLine').select('id').whereRef('orderId', '=', 'orders.id').where(lineIsOpen)).as(
        'isOpen',
      ),
    )
    .where('id', '=', id)
    .where('payAtOnce', '=', true)
    .executeTakeFirst()
  return order !== undefined && !order.isOpen
}
