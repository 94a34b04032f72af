/** A buyer with unpaid orders, and what they hold. */
export type StockHolder = {
  buyerId: string
  name: string
  email: string
  orders: number
  pieces: number
  dollars: number
  /** Until when the oldest of them is held, ISO 8601. */
  oldestUntil: string
}
