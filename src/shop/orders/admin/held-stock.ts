/** A buyer with unpaid orders, and the stock they hold. */
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
