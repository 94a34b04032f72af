import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { MAX_FOUND, type ProductSort } from '#shop/catalogue/product.ts'
import {
  type ListPage,
  listProductPage,
  productOrders,
  readListPage,
} from '#shop/catalogue/product-list.server.ts'
import { countProducts, type StoredProduct } from '#shop/catalogue/products.server.ts'
import { matchesWords, plainQuery } from './search-condition.server.ts'
import { cleanSearch } from './search-query.ts'
import { readSearch } from './search-terms.server.ts'

/** An admin's search; `low` are the products with less stock than their minimum order. */
export type AdminSearch = { search: string; stock?: 'low' | undefined }

/**
 * Returns one page of the products that match an admin's search; an empty search matches all. `page`
 * starts at 0.
 */
export async function searchProducts(
  db: Db,
  { search, stock, sort, ...position }: ListPage & AdminSearch & { sort: ProductSort },
): Promise<StoredProduct[]> {
  if (search.trim() === '' && !stock) return listProductPage(db, sort, position)
  const matching = await productsFound(db, { search, stock })
  const { columns, direction } = productOrders[sort]
  const from = sort === 'quantity' ? sql`${matching} join product using (id)` : matching
  return readListPage(db, { from, columns, direction }, position)
}

/** Returns how many products match a search, at most MAX_FOUND unless it is empty. */
export async function countProductsFound(db: Db, search: AdminSearch): Promise<number> {
  if (search.search.trim() === '' && !search.stock) return countProducts(db)
  const matching = await productsFound(db, search)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${matching}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The products on sale that contain every word of the search, at most MAX_FOUND. */
async function productsFound(db: Db, search: AdminSearch) {
  const inStock = search.stock === 'low' ? sql`not orderable` : sql`true`
  return sql`(
    select product_id as id, name, unit_price_cents from product_search
    where ${await matching(db, search.search)} and ${inStock} limit ${MAX_FOUND}
  ) found`
}

async function matching(db: Db, search: string) {
  if (search.trim() === '') return sql`true`
  const { terms } = await readSearch(db, cleanSearch(search).text)
  return terms.length === 0 ? sql`false` : matchesWords(plainQuery(terms))
}
