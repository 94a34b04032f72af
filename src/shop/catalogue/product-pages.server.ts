import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { Product } from './product.ts'
import { countProducts, toProduct } from './product-queries.server.ts'
import type { ProductSort } from './product-sorts.ts'

/**
 * The sort orders, each backed by an index; ids break ties. The quantity itself has no index, which
 * every sale would write: its level finds the few products that must be sorted.
 */
export const productOrders = {
  oldest: { columns: ['id'], direction: 'asc' },
  newest: { columns: ['id'], direction: 'desc' },
  name: { columns: ['name', 'id'], direction: 'asc' },
  quantity: { columns: ['stockLevel', 'quantity', 'id'], direction: 'asc' },
  price: { columns: ['unitPriceCents', 'id'], direction: 'asc' },
} as const satisfies Record<'oldest' | ProductSort, object>

export type ListPage = { size: number; page: number }

const opposite = { asc: 'desc', desc: 'asc' } as const
// Below this, skipping rows is faster than counting them all.
const NEAR = 2000

/**
 * Returns one page of the products on sale; `page` starts at 0. Reads from the nearer end of the
 * list.
 */
export async function listProductPage(
  db: Db,
  order: keyof typeof productOrders,
  { size, page }: ListPage,
): Promise<Product[]> {
  const { columns, direction } = productOrders[order]
  const before = size * page
  // Negative when the last page is incomplete.
  const after = before < NEAR ? Number.POSITIVE_INFINITY : (await countProducts(db)) - before - size
  const isForward = before <= after
  const limit = size + Math.min(0, after)
  if (limit <= 0) return []

  const reading = isForward ? direction : opposite[direction]
  // Skips rows in a narrow index; only the page's own rows are read in full.
  const ids = db
    .selectFrom('product')
    .select('id')
    .where('deletedAt', 'is', null)
    .orderBy(sortedBy(columns, reading))
    .limit(limit)
    .offset(isForward ? before : Math.max(0, after))
  const rows = await db
    .selectFrom('product')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy(sortedBy(columns, direction))
    .execute()
  return rows.map(toProduct)
}

/** Sorts by all columns in one direction. */
export function sortedBy(columns: readonly string[], direction: 'asc' | 'desc') {
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))
}
