import { z } from '@hono/zod-openapi'
import { centsToDollars } from '#platform/money.ts'
import type { HeldByBuyer, HeldByPool } from './held-stock.server.ts'

/** A buyer with unpaid orders as the API returns them. */
export const stockHolderJson = z.object({
  buyerId: z.string(),
  name: z.string(),
  email: z.string(),
  orders: z.number().int(),
  pieces: z.number().int(),
  dollars: z.number(),
  oldestUntil: z.string().openapi({ description: 'When the oldest of them expires' }),
})

/** A buyer with unpaid orders, and the stock they hold, as pages receive them. */
export type StockHolder = z.infer<typeof stockHolderJson>

/** Returns the JSON of a buyer with unpaid orders. */
export function toStockHolderJson(held: HeldByBuyer): StockHolder {
  const { value, oldestUntil, ...buyer } = held
  return { ...buyer, dollars: centsToDollars(value), oldestUntil: oldestUntil.toISOString() }
}

/** Buyers who never paid, of one network or mail domain, as the API returns them. */
export const holdingPoolJson = z.object({
  pool: z.string().openapi({ example: 'mail domain anvils.example' }),
  buyers: z.number().int(),
  orders: z.number().int(),
  pieces: z.number().int(),
  dollars: z.number(),
})

/** The same as pages receive them. */
export type HoldingPool = z.infer<typeof holdingPoolJson>

/** Returns the JSON of a network or mail domain of buyers who never paid. */
export function toHoldingPoolJson({ value, ...pool }: HeldByPool): HoldingPool {
  return { ...pool, dollars: centsToDollars(value) }
}
