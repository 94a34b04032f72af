import type { z } from 'zod'
import type { stockHolderJson } from './held-stock-json.server.ts'

/** A buyer with unpaid orders, and the stock they hold, as pages receive them. */
export type StockHolder = z.infer<typeof stockHolderJson>
