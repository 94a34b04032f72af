import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { MAX_FOUND } from '#shop/catalogue/product.ts'
import {
  type ListPage,
  listProductPage,
  productOrders,
  readListPage,
} from '#shop/catalogue/product-list.server.ts'
import { type ProductSort, readSort } from '#shop/catalogue/product-sorts.ts'
import { countProducts, type StoredProduct } from '#shop/catalogue/products.server.ts'
import { cleanSearch } from './query/search-query.ts'
import { all, matchesWords, plainQuery, spelling } from './search-condition.server.ts'
import { readSearch } from './search-terms.server.ts'
import { skuLetters } from './sku-spellings.ts'

/** `low` are those with less stock than their minimum, `discontinued` those off sale that have a page. */
export type AdminSearch = { search: string; stock?: 'low' | 'discontinued' | undefined }

/** Returns one page of the products that match an admin's search; an empty search matches all. `page` starts at 0. */
export async function searchProducts(
  db: Db,
  { search, stock, sort: asked, ...position }: ListPage & AdminSearch & { sort?: ProductSort | undefined },
): Promise<StoredProduct[]> {
  const sort = readSort(asked ?? null, search)
  if (search.trim() === '' && !stock) return listProductPage(db, sort, position)
  const matching = await productsFound(db, { search, stock }, sort === 'relevance')
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
async function productsFound(db: Db, { search, stock }: AdminSearch, isRanked = false) {
  // The search knows only what is on sale.
  if (stock === 'discontinued')
    return sql`(
      select id, name_order(name) as name_order, unit_price_cents, family as family_order,
        size as size_order, 0 as rank from product
      where is_discontinued and strpos(lower(sku || ' ' || name), ${search.trim().toLowerCase()}) > 0
      limit ${MAX_FOUND}
    ) found`
  const inStock = stock === 'low' ? sql`not orderable` : sql`true`
  const { text } = cleanSearch(search)
  const { terms } = search.trim() === '' ? { terms: null } : await readSearch(db, text)
  const matching =
    terms === null ? sql`true` : terms.length === 0 ? sql`false` : matchesWords(plainQuery(terms))
  const inName = matchesWords(all((terms ?? []).map((term) => spelling(term, '~'))))
  const rank = isRanked
    ? sql`case when sku_letters = ${skuLetters(text)} then 0 when ${inName} then 1 else 2 end`
    : sql`0`
  return sql`(
    select product_id as id, name_order, unit_price_cents, family_order, size_order, ${rank} as rank
    from product_search where ${matching} and ${inStock} limit ${MAX_FOUND}
  ) found`
}
