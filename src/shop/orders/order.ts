import type { z } from 'zod'
import { type Cents, dollarsToCents, timesPieces } from '#platform/money.ts'
import type { orderDocumentJson, orderJson } from './order-json.server.ts'
import type { ShippingAddress } from './shipping-address.ts'

/** An order as the API and the pages carry it, with its price in dollars. */
export type Order = z.infer<typeof orderJson>

/** An order as its own page shows it. */
export type OrderDocument = z.infer<typeof orderDocumentJson>

/** An order as the shop's own code handles it: what was bought, at the price of that moment. */
export type PlacedOrder = {
  id: string
  /** Short and unique, for people: FW-10428. */
  number: string
  name: string
  email: string
  /** Where it goes, as one string. */
  address: string
  /** The same in parts, where the order came with them. */
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
  /** Until when its stock is held for it, while it is unpaid. */
  heldUntil: Date
  /** The payment's id at the card provider, once paid. */
  transactionId: string | null
  cancelledAt: Date | null
}

/**
 * The life of an order: each state, what may be done in it, and the state that follows. Buttons,
 * API, database queries, metrics and tests all ask this table; what it does not name is refused.
 */
export const orderStates = {
  unpaid: { pay: 'unpaid', cancel: 'cancelling', settle: 'paid' },
  // Its money may still come before its payment is given up.
  cancelling: { cancel: 'cancelling', settle: 'paid', complete: 'cancelled' },
  paid: {},
  cancelled: {},
} as const

export type OrderState = keyof typeof orderStates
export const orderStateNames = Object.keys(orderStates) as [OrderState, ...OrderState[]]
/** `pay` opens the payment page, `settle` is the money's arrival, `complete` ends a cancel. */
export type OrderAction = 'pay' | 'cancel' | 'settle' | 'complete'

const may = (action: OrderAction) => (order: Pick<Order, 'status'>) =>
  action in orderStates[order.status]

/** What may be done with an order in its present state; asked by buttons, API and tests alike. */
export const orderCan = {
  pay: may('pay'),
  cancel: may('cancel'),
  settle: may('settle'),
  complete: may('complete'),
}

// What a card can be charged: 50 cents to $999,999.99.
export const SMALLEST_TOTAL_CENTS = 50
export const LARGEST_TOTAL_CENTS = 99_999_999

/** Quantity times unit price, in cents (product 9.4). */
export function orderTotal(order: Pick<Order, 'perPrice' | 'quantity'>) {
  return timesPieces(dollarsToCents(order.perPrice), order.quantity)
}

/**
 * Whether a total can be told for so many pieces. A piece costs a cent at least: more of them than a
 * card can be charged cents can't be ordered at any price, and their total may be no exact number.
 */
export function isCountable(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity > 0 && quantity <= LARGEST_TOTAL_CENTS
}

/** The form and the API say the bounds in the same words (product 5.6). */
export function belowMinimumText(minimum: number): string {
  return `Quantity must be at least ${minimum}, the minimum order`
}

export function aboveStockText(available: number): string {
  return `Quantity must be at most ${available}, the stock we have`
}
