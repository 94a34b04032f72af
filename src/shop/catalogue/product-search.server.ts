import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { hasWords, wordQuery } from '#platform/database/word-search.server.ts'
import type { Product } from './product.ts'
import { type ListPage, listProductPage, productOrders } from './product-pages.server.ts'
import { countProducts, toProduct } from './product-queries.server.ts'
import { MOST_FOUND, type ProductSort } from './product-sorts.ts'

/** One page of the products that a search finds; an empty search finds all. `page` starts at 0. */
export async function searchProducts(
  db: Db,
  { search, sort, ...place }: ListPage & { search: string; sort: ProductSort },
): Promise<Product[]> {
  if (search.trim() === '') return listProductPage(db, sort, place)
  const { column, direction } = productOrders[sort]
  const rows = await productsFound(db, search)
    .selectAll()
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(place.size)
    .offset(place.size * place.page)
    .execute()
  return rows.map(toProduct)
}

/** How many products a search finds, at most MOST_FOUND of a real one. */
export async function countProductsFound(db: Db, search: string): Promise<number> {
  if (search.trim() === '') return countProducts(db)
  const { count } = await productsFound(db, search)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The products on sale in which each word of the search begins a word. */
function productsFound(db: Db, search: string) {
  const found = db
    .selectFrom('product')
    .selectAll()
    .where('deletedAt', 'is', null)
    .where(hasWords(sql`product_words(name, description, sku)`, wordQuery(search)))
    // A bound, and a fence: the index of words is asked, not one product after the other.
    .limit(MOST_FOUND)
  return db.selectFrom(found.as('found'))
}
