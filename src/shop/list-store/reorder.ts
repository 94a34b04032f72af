import type { OrderLine } from './order-list.ts'

/** A line of an earlier order: what it was, and its price then in dollars. */
export type EarlierLine = OrderLine & { productName: string; perPrice: number }

/** The state of a link to the order list that orders these lines again. */
export type ReorderState = { reorder: EarlierLine[] }

/** Returns the state for a link to the order list; several orders of one product add up. */
export function reorderState(orders: readonly EarlierLine[]): ReorderState {
  const byProduct = new Map<string, EarlierLine>()
  for (const { productId, productName, perPrice, quantity } of orders) {
    const before = byProduct.get(productId)
    byProduct.set(productId, {
      productId,
      productName,
      perPrice: before?.perPrice ?? perPrice,
      quantity: (before?.quantity ?? 0) + quantity,
    })
  }
  return { reorder: [...byProduct.values()] }
}

/** Returns the lines of such a state; empty for any other. */
export function readReorderState(state: unknown): EarlierLine[] {
  const { reorder } = Object(state)
  return Array.isArray(reorder) ? reorder : []
}
