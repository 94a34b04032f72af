import { z } from '@hono/zod-openapi'
import type { StockMovement } from './stock-movements.server.ts'

export const stockMovementJson = z.object({
  at: z.string(),
  delta: z.number().int(),
  kind: z
    .string()
    .openapi({ description: 'opening, order, cancel, return, returned, imported, correction' }),
  who: z.string(),
  orderId: z.string().optional(),
})

export type Movement = z.infer<typeof stockMovementJson>

export function toStockMovementJson({ at, orderId, ...movement }: StockMovement): Movement {
  return { at: at.toISOString(), ...movement, orderId: orderId ?? undefined }
}
