import { userText } from '#platform/mail/user-text.ts'
import { cents, dollarsToCents, formatDollars } from '#platform/money.ts'
import type { Amounts } from '#shop/tax/tax.ts'
import { lineTotal, type Order, type OrderLine } from './order.ts'

type Fact = [label: string, value: string]

/** Returns what a mail says about a line that is alone in it. */
export function bought(line: OrderLine): Fact[] {
  return [
    ['Tool', line.productName],
    ['SKU', line.sku],
    ['Quantity', String(line.quantity)],
    ['Price each', formatDollars(dollarsToCents(line.perPrice))],
    ...ownNumber(line),
  ]
}

/** Returns what a mail says about lines: all of one, or a fact for each. */
export function boughtLines(lines: OrderLine[]): Fact[] {
  const [first, ...others] = lines
  if (!first) return []
  if (others.length === 0) return bought(first)
  const isOneOrder = others.every(({ orderId }) => orderId === first.orderId)
  const facts = lines.map((line): Fact => {
    const label = isOneOrder ? line.sku : `${line.orderNumber}, ${line.sku}`
    return [label, `${line.quantity} × ${line.productName}, ${formatDollars(lineTotal(line))}`]
  })
  return isOneOrder ? [...facts, ...ownNumber(first)] : facts
}

/** Returns the amounts, which are one when there is no tax; `label` is that of the total. */
export function amountFacts(label: string, { net, tax, total }: Amounts): Fact[] {
  const sum: Fact = [label, formatDollars(total)]
  return tax === 0 ? [sum] : [['Net', formatDollars(net)], ['Tax', formatDollars(tax)], sum]
}

/** Returns the amounts of an order in cents. */
export function amountsOf({ net, tax, total }: Pick<Order, 'net' | 'tax' | 'total'>): Amounts {
  return { net: dollarsToCents(net), tax: dollarsToCents(tax), total: dollarsToCents(total) }
}

/** Returns the net total of lines. */
export function netTotal(lines: OrderLine[]): string {
  return formatDollars(cents(lines.reduce((sum, line) => sum + lineTotal(line), 0)))
}

/** Returns the subject's words for lines: the tool when there is one, else their number. */
export function toolsText(lines: OrderLine[]): string {
  const [first, ...others] = lines
  if (!first) return ''
  return others.length === 0 ? `${first.quantity} × ${first.productName}` : `${lines.length} tools`
}

// The maximum of all parts of the address form together, so that nothing is cut off.
const LONGEST_ADDRESS = 750

/** Returns the buyer's own input, which the mail must not present as the shop's words. */
export function recipient(order: Pick<Order, 'name' | 'address' | 'shippingAddress'>): Fact[] {
  return [
    ['Name you gave', userText(order.shippingAddress?.name ?? order.name, 60)],
    ['Address you gave', userText(order.address, LONGEST_ADDRESS)],
  ]
}

/** Returns the buyer's own number, which the mail must not present as the shop's words. */
function ownNumber({ poNumber }: Pick<Order, 'poNumber'>): Fact[] {
  return poNumber === undefined ? [] : [['PO number you gave', userText(poNumber, 40)]]
}
