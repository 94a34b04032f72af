import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { listProductsByIds, type StoredProduct } from '#shop/catalogue/products.server.ts'

const SHOWN = 4
/** Fewer buyers could reveal what one of them ordered. */
export const MIN_BUYERS = 3
// Bounds the query: the newest orders of the product, and the same buyers' orders right before and
// after.
const ORDERS = 100
const NEIGHBOURS = 8

/**
 * Returns the products on sale that buyers paid for within a day of this one, the most frequent first.
 * Only products are read, and only pairs that several buyers bought.
 */
export async function listOrderedTogether(db: Db, productId: string): Promise<StoredProduct[]> {
  const beside = (direction: '<' | '>') => sql`(
    select product_id, status, placed_at from order_line join orders on orders.id = order_id
    where order_line.account_id = bought.account_id and order_line.id ${sql.raw(direction)} bought.id
    order by order_line.id ${sql.raw(direction === '<' ? 'desc' : 'asc')} limit ${sql.lit(NEIGHBOURS)})`
  const { rows } = await sql<{ id: string }>`
    with bought as materialized (
      select * from (
        select order_line.id, order_line.account_id, status, placed_at
        from order_line join orders on orders.id = order_id
        where product_id = ${productId} order by order_line.id desc limit ${sql.lit(ORDERS)}) newest
      where status = 'paid')
    select beside.product_id as id
    from bought cross join lateral (${beside('<')} union all ${beside('>')}) beside
    where beside.status = 'paid' and beside.product_id <> ${productId}
      and beside.placed_at between bought.placed_at - interval '1 day'
        and bought.placed_at + interval '1 day'
    group by beside.product_id
    having count(distinct bought.account_id) >= ${sql.lit(MIN_BUYERS)}
    order by count(distinct bought.account_id) desc, beside.product_id
    limit ${sql.lit(SHOWN * 2)}`.execute(db)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  return (await listProductsByIds(db, ids)).slice(0, SHOWN)
}
