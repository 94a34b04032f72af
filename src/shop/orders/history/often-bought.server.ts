import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { shownImage } from '#shop/catalogue/images/shown-image.server.ts'

// Bounds the query for buyers with many orders.
const LATEST_ORDERS = 200
const MAX_PRODUCTS = 5

export const oftenBoughtJson = z.object({
  productId: z.string(),
  name: z.string(),
  sku: z.string(),
  imgURL: z.string(),
  orders: z.number().int(),
  lastOrderedAt: z.string(),
})

export type OftenBought = z.infer<typeof oftenBoughtJson>

/** Returns the most frequent products on sale in a buyer's latest orders. */
export async function findOftenBought(db: Db, accountId: string): Promise<OftenBought[]> {
  const { rows } = await sql<Omit<OftenBought, 'lastOrderedAt'> & { lastOrderedAt: Date }>`
    select product.id as product_id, product.name, product.sku, ${shownImage} as "imgURL",
      bought.orders, bought.last_ordered_at
    from (
      select product_id, count(*)::integer as orders, max(placed_at) as last_ordered_at
      from (
        select product_id, placed_at from order_line join orders on orders.id = order_id
        where order_line.account_id = ${accountId} and not abandoned
        order by order_line.id desc limit ${LATEST_ORDERS}
      ) as latest
      group by product_id
    ) as bought
    join product on product.id = bought.product_id
    where product.deleted_at is null
    order by bought.orders desc, bought.last_ordered_at desc
    limit ${MAX_PRODUCTS}`.execute(db)
  return rows.map(({ lastOrderedAt, ...product }) => ({
    ...product,
    lastOrderedAt: lastOrderedAt.toISOString(),
  }))
}
