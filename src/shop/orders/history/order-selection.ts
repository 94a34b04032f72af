import type { Order } from '#shop/orders/order.ts'

/** Which orders of a list are selected, and how a row changes that. */
export type OrderSelection = {
  has: (order: Order) => boolean
  toggle: (order: Order) => void
}
