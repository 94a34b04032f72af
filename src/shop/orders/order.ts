import type { z } from 'zod'
import { type Cents, cents, dollarsToCents, formatDollars, timesPieces } from '#platform/money.ts'
import { MOST_LINES } from '#shop/order-list/order-list.ts'
import type { orderDocumentJson, orderJson } from './order-json.server.ts'
import type { ShippingAddress } from './shipping-address.ts'

/** An order as the API and the pages receive it, with its price in dollars. */
export type Order = z.infer<typeof orderJson>

/** An order as its own page receives it. */
export type OrderDocument = z.infer<typeof orderDocumentJson>

/** An order in the domain, with the product's price at the time of the order. */
export type PlacedOrder = {
  id: string
  /** Short, unique and readable: FW-10428. */
  number: string
  name: string
  email: string
  /** The shipping address as one string. */
  address: string
  /** The shipping address in parts, if the order was placed with them. */
  shippingAddress: ShippingAddress | null
  /** The buyer's own number for it. */
  poNumber: string | null
  productId: string
  productName: string
  /** The product's SKU when it was ordered. */
  sku: string
  unitPrice: Cents
  quantity: number
  image: string
  createdAt: Date
  status: OrderState
  /** Until when an unpaid order holds its stock. */
  heldUntil: Date
  /** The payment's id at the card provider, once paid. */
  transactionId: string | null
  cancelledAt: Date | null
}

/** The most orders that one payment covers: those of a whole order list. */
export const MOST_ORDERS_IN_PAYMENT = MOST_LINES

/**
 * The life cycle of an order: each status, the actions it allows, and the status that follows.
 * Buttons, API, queries, metrics and tests all use this table; actions it does not list are
 * refused.
 */
export const orderStates = {
  unpaid: { pay: 'unpaid', cancel: 'cancelling', settle: 'paid' },
  // Its payment may still succeed before it is cancelled.
  cancelling: { cancel: 'cancelling', settle: 'paid', complete: 'cancelled' },
  paid: {},
  cancelled: {},
} as const

export type OrderState = keyof typeof orderStates
export const orderStateNames = Object.keys(orderStates) as [OrderState, ...OrderState[]]
/** `pay` opens the payment page, `settle` records the payment, `complete` ends a cancellation. */
export type OrderAction = 'pay' | 'cancel' | 'settle' | 'complete'

const may = (action: OrderAction) => (order: Pick<Order, 'status'>) =>
  action in orderStates[order.status]

/** Returns whether an order's status allows an action. */
export const orderCan = {
  pay: may('pay'),
  cancel: may('cancel'),
  settle: may('settle'),
  complete: may('complete'),
}

// The card provider's range for one charge: 50 cents to $999,999.99.
export const SMALLEST_TOTAL_CENTS = 50
export const LARGEST_TOTAL_CENTS = 99_999_999

/** Returns quantity times unit price, in cents (product 9.4). */
export function orderTotal(order: Pick<Order, 'perPrice' | 'quantity'>) {
  return timesPieces(dollarsToCents(order.perPrice), order.quantity)
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

export function aboveStockText(available: number): string {
  return `Quantity must be at most ${pieces(available)}, the stock we have`
}

const pieces = (count: number) => count.toLocaleString('en-US')

/** What to say before orders are paid together whose total is above a payment's limit; else null. */
export function overPaymentLimit(total: Cents): string | null {
  if (total <= LARGEST_TOTAL_CENTS) return null
  const limit = formatDollars(cents(LARGEST_TOTAL_CENTS))
  return `One card payment can be at most ${limit}. Pay these orders in parts.`
}
