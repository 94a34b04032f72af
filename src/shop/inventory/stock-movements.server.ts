import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'

const RECENT = 50

/** A change of a product's stock, and the person or program that made it. */
export type StockMovement = {
  at: Date
  delta: number
  kind: string
  who: string
  orderId: string | null
}

/** Returns the recent stock movements of a product, latest first. */
export async function listMovements(db: Db, productId: string): Promise<StockMovement[]> {
  const rows = await db
    .selectFrom('stockMovement')
    .leftJoin('account', 'account.id', 'stockMovement.accountId')
    .select([
      ...(['stockMovement.createdAt', 'delta', 'kind', 'orderLineId', 'returnId', 'importId'] as const),
      ...(['account.name', 'account.email'] as const),
    ])
    .where('productId', '=', productId)
    .orderBy('stockMovement.id', 'desc')
    .limit(RECENT)
    .execute()
  return rows.map(({ createdAt, delta, kind, orderLineId, returnId, importId, name, email }) => ({
    at: createdAt,
    delta,
    kind: kindOf({ kind, returnId, importId }),
    who: email ? `${name} (${email})` : systemName(kind),
    orderId: orderLineId,
  }))
}

function kindOf(movement: { kind: string; returnId: string | null; importId: string | null }) {
  if (movement.returnId !== null) return 'returned'
  return movement.importId === null ? movement.kind : 'imported'
}

function systemName(kind: string): string {
  return kind === 'opening' ? 'Seed' : 'Shop'
}

export const stockMovementJson = z.object({
  at: z.string(),
  delta: z.number().int(),
  kind: z.string().describe('opening, order, cancel, return, returned, imported, correction'),
  who: z.string(),
  orderId: z.string().optional(),
})

export type Movement = z.infer<typeof stockMovementJson>

export function toStockMovementJson({ at, orderId, ...movement }: StockMovement): Movement {
  return { at: at.toISOString(), ...movement, orderId: orderId ?? undefined }
}
