import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { categoryList, idsOfPage } from '#shop/catalogue/list-sections.server.ts'
import type { StoredProduct } from '#shop/catalogue/product.ts'
import {
  listedColumns,
  type ProductRow,
  toProduct,
} from '#shop/catalogue/product-queries.server.ts'

const LIST_START = categoryList('')

/** Returns one page of the products on sale in any of these categories; `page` starts at 0. */
export async function listCategoryProducts(
  db: Db,
  slugs: string[],
  { size, page }: { size: number; page: number },
): Promise<StoredProduct[]> {
  const [slug, ...others] = slugs
  if (slug === undefined) return []
  if (others.length === 0) {
    const { rows } = await sql<ProductRow>`
      select ${listedColumns} from (${idsOfPage(categoryList(slug), 'asc', { size, page })}) page
      join product using (id) order by id`.execute(db)
    return rows.map(toProduct)
  }
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
  const { rows } = await sql<{ category: string; products: number }>`
    select substr(list, ${LIST_START.length + 1}) as category, sum(products)::integer as products
    from list_section where starts_with(list, ${LIST_START})
    group by list having sum(products) > 0`.execute(db)
  const wanted = rows.filter(({ category }) => slugs?.includes(category) ?? true)
  return new Map(wanted.map(({ category, products }) => [category, products]))
}
