import type { Db } from '#platform/database/database.server.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { toProduct } from '#shop/catalogue/product-queries.server.ts'

/** Returns one page of the products on sale in any of these categories; `page` starts at 0. */
export async function listCategoryProducts(
  db: Db,
  slugs: string[],
  { size, page }: { size: number; page: number },
): Promise<Product[]> {
  if (slugs.length === 0) return []
  // Skips rows in a narrow index; only the page's own rows are read in full.
  const ids = db
    .selectFrom('product')
    .select('id')
    .where('category', 'in', slugs)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(size)
    .offset(size * page)
  const rows = await db
    .selectFrom('product')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(toProduct)
}

/** Returns how many products on sale each category has of its own; categories without any are absent. */
export async function countByCategory(db: Db, slugs?: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('product')
    .select(({ fn }) => ['category', fn.countAll<string>().as('count')])
    .where('category', 'is not', null)
    .$if(slugs !== undefined, (query) => query.where('category', 'in', slugs ?? []))
    .where('deletedAt', 'is', null)
    .groupBy('category')
    .execute()
  return new Map(rows.map(({ category, count }) => [category ?? '', Number(count)]))
}
