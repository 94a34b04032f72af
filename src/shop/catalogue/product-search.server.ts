import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { hasWords, wordQuery } from '#platform/database/word-search.server.ts'
import type { StoredProduct } from './product.ts'
import { type ListPage, listProductPage, productOrders, sortedBy } from './product-pages.server.ts'
import { countProducts, toProduct } from './product-queries.server.ts'
import { MOST_FOUND, type ProductSort } from './product-sorts.ts'

/**
 * Returns one page of the products that match a search; an empty search matches all. `page` starts
 * at 0.
 */
export async function searchProducts(
  db: Db,
  { search, sort, ...place }: ListPage & { search: string; sort: ProductSort },
): Promise<StoredProduct[]> {
  if (search.trim() === '') return listProductPage(db, sort, place)
  const { columns, direction } = productOrders[sort]
  const rows = await productsFound(db, search)
    .selectAll()
    .orderBy(sortedBy(columns, direction))
    .limit(place.size)
    .offset(place.size * place.page)
    .execute()
  return rows.map(toProduct)
}

/** Returns how many products match a search, at most MOST_FOUND unless it is empty. */
export async function countProductsFound(db: Db, search: string): Promise<number> {
  if (search.trim() === '') return countProducts(db)
  const { count } = await productsFound(db, search)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the products on sale in which each word of the search is a word prefix. */
function productsFound(db: Db, search: string) {
  const found = db
    .selectFrom('product')
    .selectAll()
    .where('deletedAt', 'is', null)
    .where(hasWords(sql`product_words(name, description, sku)`, wordQuery(search)))
    // The limit also keeps the planner from scanning products one by one instead of using the
    // full-text index.
    .limit(MOST_FOUND)
  return db.selectFrom(found.as('found'))
}
