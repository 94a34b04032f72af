import { cents, dollarsToCents, formatDollars } from '#platform/money.ts'
import { userText } from '#platform/text.ts'
import type { LabelledValue } from '#shop/tax/amount-details.ts'
import { lineTotal, type Order, type OrderLine } from './order.ts'
import { toolsText } from './order-contents.ts'

/** Returns the details of a mail about a single line. */
export function bought(line: OrderLine): LabelledValue[] {
  return [
    ['Tool', line.productName],
    ['SKU', line.sku],
    ['Quantity', String(line.quantity)],
    ['Price each', formatDollars(dollarsToCents(line.perPrice))],
    ...ownNumber(line),
  ]
}

/** Returns the details of a mail about lines: all details of one line, or one entry per line. */
export function boughtLines(lines: OrderLine[]): LabelledValue[] {
  const [first, ...others] = lines
  if (!first) return []
  if (others.length === 0) return bought(first)
  const isOneOrder = others.every(({ orderId }) => orderId === first.orderId)
  const details = lines.map((line): LabelledValue => {
    const label = isOneOrder ? line.sku : `${line.orderNumber}, ${line.sku}`
    return [label, `${line.quantity} × ${line.productName}, ${formatDollars(lineTotal(line))}`]
  })
  return isOneOrder ? [...details, ...ownNumber(first)] : details
}

/** Returns the net total of lines. */
export function netTotal(lines: OrderLine[]): string {
  return formatDollars(cents(lines.reduce((sum, line) => sum + lineTotal(line), 0)))
}

/**
 * Returns the text for lines in a subject: the quantity and tool of one line, otherwise the number of
 * tools.
 */
export function subjectTools(lines: OrderLine[]): string {
  const [first, ...others] = lines
  return first && others.length === 0
    ? `${first.quantity} × ${first.productName}`
    : toolsText({ lines })
}

// The maximum of all parts of the address form together, so that nothing is cut off.
const LONGEST_ADDRESS = 750

/** Returns the buyer's own input, which the mail must not present as the shop's words. */
export function recipient(
  order: Pick<Order, 'name' | 'address' | 'shippingAddress'>,
): LabelledValue[] {
  return [
    ['Name you gave', userText(order.shippingAddress?.name ?? order.name, 60)],
    ['Address you gave', userText(order.address, LONGEST_ADDRESS)],
  ]
}

/** Returns the buyer's own number, which the mail must not present as the shop's words. */
function ownNumber({ poNumber }: Pick<Order, 'poNumber'>): LabelledValue[] {
  return poNumber === undefined ? [] : [['PO number you gave', userText(poNumber, 40)]]
}
