import { z } from '@hono/zod-openapi'
import type { StockMovement } from './stock-movements.server.ts'

/** A stock movement as the API returns it. */
export const stockMovementJson = z.object({
  at: z.string(),
  delta: z.number().int(),
  kind: z
    .string()
    .openapi({ description: 'opening, order, cancel, return, returned, imported, correction' }),
  who: z.string(),
  orderId: z.string().optional(),
})

/** A stock movement as pages receive it. */
export type Movement = z.infer<typeof stockMovementJson>

/** Returns the JSON of a stock movement. */
export function toStockMovementJson({ at, orderId, ...movement }: StockMovement): Movement {
  return { at: at.toISOString(), ...movement, orderId: orderId ?? undefined }
}
