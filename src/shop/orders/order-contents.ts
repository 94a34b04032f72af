import { href } from 'react-router'
import { cardText } from '#platform/card-text.ts'
import { type Cents, cents } from '#platform/money.ts'
import { addAmounts, withTax } from '#shop/tax/tax.ts'
import { lineCan, lineTotal, type Order, type OrderDetails, type OrderLine } from './order.ts'

type Lines = Pick<Order, 'lines'>

/** Returns whether an order has more than one line; lists then show its number of tools. */
export function isOfSeveral({ lines }: Lines): boolean {
  return lines.length > 1
}

/** Returns the pieces of all lines that are not cancelled, or of all if every line is. */
export function orderPieces(order: Lines): number {
  return remainingLines(order).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Returns the tool that names an order in a list, and how many others it has, as text if it has some. */
export function namingTool(order: Lines): { line: OrderLine | undefined; more: string | null } {
  const others = order.lines.length - 1
  return { line: remainingLines(order)[0], more: others > 0 ? `+ ${others} more` : null }
}

/** Returns the title of an order in a list: `Claw Hammer + 2 more`. */
export function toolsText(order: Lines): string {
  const { line, more } = namingTool(order)
  return [line?.productName, more].filter(Boolean).join(' ')
}

/** Returns the contents of an order as one text: `40 × Claw Hammer (FW-1013)` or `Claw Hammer + 2 more`. */
export function contentsText(order: Lines): string {
  const [first] = order.lines
  return isOfSeveral(order) || !first ? toolsText(order) : lineText(first)
}

export function lineText({ quantity, productName, sku }: OrderLine): string {
  return `${quantity.toLocaleString('en-US')} × ${productName} (${sku})`
}

/** Returns the buyer's own numbers of an order, each with its name, and as a note beside it. */
export function referencesOf({ poNumber }: { poNumber?: string | null | undefined }) {
  if (!poNumber) return []
  // Many begin with PO themselves.
  const note = /^PO\b/i.test(poNumber) ? poNumber : `PO ${poNumber}`
  return [{ name: 'PO number', number: poNumber, note }]
}

export function buyerText({ company, name }: BuyerOfOrder): string {
  return company ? `${company.name}, ${name}` : name
}

type BuyerOfOrder = { company?: { name: string } | null | undefined; name: string }

export function payableLines({ lines }: Lines): OrderLine[] {
  return lines.filter(lineCan.pay)
}

/** Returns what the open lines of orders cost with tax when they are paid together. */
export function dueTogether(orders: Order[]): Cents {
  const payments = Map.groupBy(orders, ({ taxPercent, company }) => `${taxPercent} ${company?._id}`)
  const parts = [...payments.values()].map((together) => {
    const lines = together.flatMap(payableLines)
    const net = cents(lines.reduce((sum, line) => sum + lineTotal(line), 0))
    return withTax(net, together[0]?.taxPercent ?? 0)
  })
  return addAmounts(...parts).total
}

export function unpaidLines({ lines }: Lines): OrderLine[] {
  return lines.filter(({ status }) => status === 'unpaid')
}

export function lastCancelledAt({ lines }: Lines): string | undefined {
  return lines
    .map((line) => line.cancelledAt ?? '')
    .sort()
    .at(-1)
}

/** Returns when the last paid line of an order was paid, which only its details have. */
export function lastPaidAt({
  lines,
}: {
  lines: (OrderLine & { paidAt?: string | undefined })[]
}): string | undefined {
  return lines
    .flatMap(({ paidAt }) => paidAt ?? [])
    .sort()
    .at(-1)
}

/** Returns the lines of an order that are not cancelled, or all if every line is. */
export function remainingLines({ lines }: Lines): OrderLine[] {
  const remaining = lines.filter(({ status }) => status !== 'cancelled')
  return remaining.length > 0 ? remaining : lines
}

/** Returns how much of a line has left the shop, in words. */
export function shippedText(
  { _id, quantity }: OrderLine,
  { shipments }: Pick<OrderDetails, 'shipments'>,
): string {
  const shipped = shipments
    .flatMap(({ lines }) => lines)
    .filter((line) => line._id === _id)
    .reduce((sum, line) => sum + line.quantity, 0)
  if (shipped === 0) return 'Not shipped'
  if (shipped === quantity) return 'Shipped'
  return `${shipped.toLocaleString('en-US')} of ${quantity.toLocaleString('en-US')} shipped`
}

/** Returns how much of a line was refunded, in words; nothing where no piece was. */
export function refundedText({ quantity, refundedPieces = 0 }: OrderLine): string | null {
  if (refundedPieces === 0) return null
  if (refundedPieces === quantity) return 'Refunded'
  return `${refundedPieces.toLocaleString('en-US')} of ${quantity.toLocaleString('en-US')} refunded`
}

export function transactionsOf({ lines }: Lines): string[] {
  return [...new Set(lines.flatMap(({ transactionId }) => transactionId ?? []))]
}

export function cardsOf({ lines }: Lines): string {
  return [...new Set(lines.flatMap(({ card }) => (card ? cardText(card) : [])))].join(', ')
}

/** The path of the page that pays the open lines. An order of one line uses the line's id (product 2.2). */
export function paymentPath(order: Pick<Order, '_id' | 'lines'>): string {
  const [line, another] = order.lines
  return href('/dashboard/orders/payment/:id', { id: line && !another ? line._id : order._id })
}
