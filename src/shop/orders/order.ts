import { dollarsToCents, timesPieces } from '#platform/money.ts'
import type { ShippingAddress } from './shipping-address.ts'

/** An order, as the API and the pages carry it: what was bought, at the price of that moment. */
export type Order = {
  _id: string
  /** Short and unique, for people: FW-10428. */
  orderNumber: string
  name: string
  email: string
  /** Where it goes, as one string. */
  address: string
  /** The same in parts, where the order came with them. */
  shippingAddress?: ShippingAddress
  productId: string
  productName: string
  /** The unit price in dollars when it was ordered. */
  perPrice: number
  quantity: number
  imgURL: string
  /** When it was ordered, ISO 8601. */
  createdAt: string
  status: OrderState
  /** Until when its stock is held for it, ISO 8601; only while it is unpaid. */
  heldUntil?: string
  /** The payment's id at the card provider, once paid. */
  transactionId?: string
  /** When it was cancelled, ISO 8601. */
  cancelledAt?: string
}

/** An order as its own page shows it. */
export type OrderDocument = Order & {
  /** When it was paid, ISO 8601. */
  paidAt?: string | undefined
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
