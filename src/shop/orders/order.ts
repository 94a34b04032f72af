import { dollarsToCents, formatDollars, timesPieces } from '#platform/money.ts'
import { type CapRefusal, capRefusalText } from '#shop/orders/purchase/order-caps.ts'
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

/** Why an order was not placed, or not cancelled. */
export type OrderRefusal =
  | { refused: 'no-such-product' }
  | { refused: 'price-changed'; perPrice: number }
  | { refused: 'below-minimum'; minimum: number }
  | { refused: 'out-of-stock'; available: number }
  | { refused: 'total-out-of-range' }
  | CapRefusal
  | { refused: 'too-often'; seconds: number }
  | { refused: 'key-reused' }
  | { refused: 'no-such-order' }
  | { refused: 'already-paid' }
  | { refused: 'being-cancelled' }

/** The sentence for a refused order, for people. */
export function orderRefusalText(refusal: OrderRefusal): string {
  switch (refusal.refused) {
    case 'no-such-product':
      return 'This tool is no longer for sale.'
    case 'price-changed':
      return `The price is now ${formatDollars(dollarsToCents(refusal.perPrice))}. Please review it and order again.`
    case 'below-minimum':
      return belowMinimumText(refusal.minimum)
    case 'out-of-stock':
      return aboveStockText(refusal.available)
    case 'total-out-of-range':
      return 'Card payments must be between $0.50 and $999,999.99. Please change the quantity.'
    case 'too-many-open-orders':
    case 'open-orders-too-valuable':
    case 'too-much-of-the-stock':
      return capRefusalText(refusal)
    case 'too-often':
      return 'Too many orders in a minute. Please try again later.'
    case 'key-reused':
      return 'An earlier attempt may already have been placed. Please check My Orders. The same Idempotency-Key was sent with a different order.'
    case 'no-such-order':
      return 'There is no such order.'
    case 'already-paid':
      return 'This order is paid.'
    case 'being-cancelled':
      return 'This order is being cancelled.'
  }
}

/** The form and the API say the bounds in the same words (product 5.6). */
export function belowMinimumText(minimum: number): string {
  return `Quantity must be at least ${minimum}, the minimum order`
}

export function aboveStockText(available: number): string {
  return `Quantity must be at most ${available}, the stock we have`
}
