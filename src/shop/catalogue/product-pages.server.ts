import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { idsOfPage } from './list-sections.server.ts'
import type { StoredProduct } from './product.ts'
import {
  countProducts,
  listedColumns,
  type ProductRow,
  toProduct,
} from './product-queries.server.ts'
import type { ProductSort } from './product-sorts.ts'

/**
 * The sort orders, each backed by an index; ids break ties. The quantity itself has no index, which
 * every sale would write: its level finds the few products that must be sorted.
 */
export const productOrders = {
  oldest: { columns: ['id'], direction: 'asc', list: 'product' },
  newest: { columns: ['id'], direction: 'desc', list: 'product' },
  name: { columns: ['name', 'id'], direction: 'asc', list: 'product.name' },
  quantity: { columns: ['stockLevel', 'quantity', 'id'], direction: 'asc', list: null },
  price: { columns: ['unitPriceCents', 'id'], direction: 'asc', list: 'product.price' },
} as const satisfies Record<'oldest' | ProductSort, object>

export type ListPage = { size: number; page: number }

const opposite = { asc: 'desc', desc: 'asc' } as const
// Below this, skipping rows is as fast as finding a section.
const NEAR = 2000

/** Whether skipping the rows before a page takes no longer than finding it. */
export function isNearStart({ size, page }: ListPage): boolean {
  return size * page < NEAR
}

/** Returns one page of the products on sale; `page` starts at 0. */
export async function listProductPage(
  db: Db,
  order: keyof typeof productOrders,
  place: ListPage,
): Promise<StoredProduct[]> {
  const { columns, direction, list } = productOrders[order]
  const page =
    list && !isNearStart(place) ? idsOfPage(list, direction, place) : await skipTo(db, order, place)
  const { rows } = await sql<ProductRow>`
    select ${listedColumns} from (${page}) page join product using (id)
    order by ${sortedBy(columns, direction)}`.execute(db)
  return rows.map(toProduct)
}

/** Returns a query of the ids of a page that skips the rows before it, or after it if these are fewer. */
async function skipTo(db: Db, order: keyof typeof productOrders, { size, page }: ListPage) {
  const { columns, direction } = productOrders[order]
  const before = size * page
  // Negative when the last page is incomplete.
  const after = before < NEAR ? Number.POSITIVE_INFINITY : (await countProducts(db)) - before - size
  const isForward = before <= after
  const reading = isForward ? direction : opposite[direction]
  // Skips rows in a narrow index; only the page's own rows are read in full.
  return sql`select id from product where deleted_at is null order by ${sortedBy(columns, reading)}
    limit ${Math.max(0, size + Math.min(0, after))} offset ${isForward ? before : Math.max(0, after)}`
}

/** Sorts by all columns in one direction. */
export function sortedBy(columns: readonly string[], direction: 'asc' | 'desc') {
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))
}
