import type { z } from 'zod'
import { type Cents, cents, dollarsToCents, formatDollars, timesPieces } from '#platform/money.ts'
import type { PaidCard } from '#shop/documents/document-content.server.ts'
import { MAX_LINES } from '#shop/list-store/order-list.ts'
import type { OrderTax } from '#shop/tax/tax.ts'
import type { orderDetailsJson, orderJson, orderLineJson } from './order-json.server.ts'
import type { ShippingAddress } from './shipping-address.ts'

/** An order with its lines as the API and the pages receive it, with amounts in dollars. */
export type Order = z.infer<typeof orderJson>

export type OrderDetails = z.infer<typeof orderDetailsJson>

/** A line of an order, which the specification calls an order, with its price in dollars. */
export type OrderLine = z.infer<typeof orderLineJson>

/** What an order and its lines have in common. */
export type OrderHeader = {
  name: string
  email: string
  address: string
  /** The shipping address in parts, if the order was placed with them. */
  shippingAddress: ShippingAddress | null
  /** The company that it was placed for, with its name then (product 21.9). */
  company: OrderCompany | null
  /** The buyer's own reference. */
  poNumber: string | null
  placedAt: Date
  /** Until when unpaid lines hold their stock. */
  heldUntil: Date
}

export type PlacedOrder = OrderHeader & {
  id: string
  /** Short, unique and readable: FW-10428. */
  number: string
  accountId: string
  /** As of the placement of the order. */
  tax: OrderTax
  lines: PlacedLine[]
}

export type OrderCompany = { id: string; name: string }

/** A line in the domain, with the product's net price when it was ordered, and the header of its order. */
export type PlacedLine = OrderHeader & {
  id: string
  orderId: string
  orderNumber: string
  /** In its order, from 1. */
  position: number
  productId: string
  productName: string
  sku: string
  unitPrice: Cents
  /** Which price lists the price comes from; null where none applied. */
  priceReason: string | null
  quantity: number
  image: string
  status: LineStatus
  /** The payment's id at the card provider, once paid. */
  transactionId: string | null
  /** The card that paid it; null where the provider did not tell. */
  card: PaidCard | null
  cancelledAt: Date | null
  stockRestored: boolean | null
  paidAt: Date | null
}

/** The maximum orders of one payment: those of a whole order list. */
export const MAX_ORDERS_IN_PAYMENT = MAX_LINES

/** A page of orders ends early before an order that would make it longer than this. */
export const MAX_LINES_OF_PAGE = 2_000

/**
 * The life cycle of a line: each status, the actions it allows, and the status that follows.
 * Buttons, API, queries, metrics and tests all use this table; actions it does not list are
 * refused.
 */
export const lineStates = {
  unpaid: { pay: 'unpaid', cancel: 'cancelling', settle: 'paid' },
  // Its payment may still succeed before it is cancelled.
  cancelling: { cancel: 'cancelling', settle: 'paid', complete: 'cancelled' },
  paid: {},
  cancelled: {},
} as const

export type LineStatus = keyof typeof lineStates
export const lineStateNames = Object.keys(lineStates) as [LineStatus, ...LineStatus[]]
/** `pay` opens the payment page, `settle` records the payment, `complete` ends a cancellation. */
export type LineAction = 'pay' | 'cancel' | 'settle' | 'complete'

const may = (action: LineAction) => (line: Pick<OrderLine, 'status'>) => action in lineStates[line.status]

export const lineCan = {
  pay: may('pay'),
  cancel: may('cancel'),
  settle: may('settle'),
  complete: may('complete'),
}

export const orderStatuses = ['unpaid', 'cancelling', 'part-paid', 'paid', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Returns the status of an order with these lines; cancelled ones count only if all are. */
export function orderStatus(lines: readonly Pick<PlacedLine, 'status'>[]): OrderStatus {
  const has = (status: LineStatus) => lines.some((line) => line.status === status)
  const isOpen = has('unpaid') || has('cancelling')
  if (has('paid')) return isOpen ? 'part-paid' : 'paid'
  if (has('unpaid')) return 'unpaid'
  return has('cancelling') ? 'cancelling' : 'cancelled'
}

// The card provider's range for one charge: 50 cents to $999,999.99.
export const SMALLEST_TOTAL_CENTS = 50
export const LARGEST_TOTAL_CENTS = 99_999_999

/** Returns quantity times unit price, in cents (product 9.4). */
export function lineTotal(line: Pick<OrderLine, 'perPrice' | 'quantity'>) {
  return timesPieces(dollarsToCents(line.perPrice), line.quantity)
}

/**
 * Returns whether a total can be computed for this quantity. A piece costs at least one cent, so a
 * quantity above the largest charge in cents cannot be ordered at any price, and its total may
 * exceed exact numbers.
 */
export function isCountable(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity > 0 && quantity <= LARGEST_TOTAL_CENTS
}

/** Returns the text that both the form and the API use for the minimum (product 5.6). */
export function belowMinimumText(minimum: number): string {
  return `Quantity must be at least ${pieces(minimum)}, the minimum order`
}

/**
 * Returns the text for more than the stock. A stock below the minimum order is no quantity to offer,
 * because it can't be ordered either; a stock of 0 says enough.
 */
export function aboveStockText(available: number, minimum: number): string {
  if (available > 0 && available < minimum) {
    return `The stock, ${pieces(available)}, is below the minimum order of ${pieces(minimum)}`
  }
  return `Quantity must be at most ${pieces(available)}, the stock we have`
}

const pieces = (count: number) => count.toLocaleString('en-US')

/** The note when the total of orders exceeds the limit of one payment; otherwise null. */
export function overPaymentLimit(total: Cents): string | null {
  if (total <= LARGEST_TOTAL_CENTS) return null
  const limit = formatDollars(cents(LARGEST_TOTAL_CENTS))
  return `One card payment can be at most ${limit}. Pay in parts.`
}
