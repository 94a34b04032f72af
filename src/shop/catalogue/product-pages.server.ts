import type { Db } from '#platform/database/database.server.ts'
import type { Product } from './product.ts'
import { countProducts, toProduct } from './product-queries.server.ts'
import type { ProductSort } from './product-sorts.ts'

/** The orders of a list, each with an index behind it; ids break ties. */
export const productOrders = {
  oldest: { column: 'id', direction: 'asc' },
  newest: { column: 'id', direction: 'desc' },
  name: { column: 'name', direction: 'asc' },
  quantity: { column: 'quantity', direction: 'asc' },
  price: { column: 'unitPriceCents', direction: 'asc' },
} as const satisfies Record<'oldest' | ProductSort, object>

export type ListPage = { size: number; page: number }

const opposite = { asc: 'desc', desc: 'asc' } as const
// So few rows are skipped sooner than it is known how many there are.
const NEAR = 2000

/** One page of the products on sale; `page` starts at 0. It is read from the nearer end of the list. */
export async function listProductPage(
  db: Db,
  order: keyof typeof productOrders,
  { size, page }: ListPage,
): Promise<Product[]> {
  const { column, direction } = productOrders[order]
  const before = size * page
  // Below 0 the page is short of so many.
  const after = before < NEAR ? Number.POSITIVE_INFINITY : (await countProducts(db)) - before - size
  const isForward = before <= after
  const limit = size + Math.min(0, after)
  if (limit <= 0) return []

  const reading = isForward ? direction : opposite[direction]
  // What is skipped is walked in the narrow index; only the page's own rows are read whole.
  const ids = db
    .selectFrom('product')
    .select('id')
    .where('deletedAt', 'is', null)
    .orderBy(column, reading)
    .orderBy('id', reading)
    .limit(limit)
    .offset(isForward ? before : Math.max(0, after))
  const rows = await db
    .selectFrom('product')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy(column, direction)
    .orderBy('id', direction)
    .execute()
  return rows.map(toProduct)
}
