import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { dollarsToCents } from '#platform/money.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import type { StoredProduct } from '#shop/catalogue/product.ts'
import { toProduct } from '#shop/catalogue/product-queries.server.ts'
import { type FacetCounts, facetCounts, toFacets } from './count-facets.server.ts'
import type { Facets } from './search-json.server.ts'
import { MAX_COUNTED } from './search-limits.ts'
import {
  type CatalogueQuery,
  everything,
  type NumberRange,
  type SearchSort,
} from './search-query.ts'
import { foldSearch, type SearchTerm, searchTerms } from './search-text.ts'
import { withTimeLimit } from './search-time-limit.server.ts'
import { readVocabulary } from './synonyms/synonym-queries.server.ts'
import {
  all,
  anyOf,
  filterQuery,
  nameQuery,
  type SearchVocabulary,
  textQuery,
  type WordQuery,
  wholeNameQuery,
  withChildren,
} from './word-query.server.ts'

export type CatalogueResult = {
  products: StoredProduct[]
  /** How many were found, at most MAX_COUNTED. */
  total: number
  /** Whether more than MAX_COUNTED match: `total` and the counts of the facets are lower bounds. */
  isCapped: boolean
  /** Null unless they were asked for. */
  facets: Facets | null
}

export type CatalogueOptions = {
  size: number
  /** Zero-based. */
  page: number
  withFacets?: boolean
  /** How many of the best matches are ranked; fewer are faster. */
  depth?: number
  vocabulary?: SearchVocabulary
}

/**
 * Finds the products on sale that match a query, ranked by an exact SKU, the name and the rest, or in
 * another order. Throws SearchTooSlow when the database takes too long.
 */
export async function searchCatalogue(
  db: Db,
  given: Partial<CatalogueQuery>,
  options: CatalogueOptions,
): Promise<CatalogueResult> {
  const { size, page, vocabulary } = options
  const query = { ...everything, ...given }
  const search = createSearch(query, vocabulary ?? (await readVocabulary(db)))
  return withTimeLimit(db, async (db) => {
    const pages = Math.ceil(MAX_COUNTED / size)
    const place = { size, page: Math.min(page, pages) }
    const found = await findCandidates(db, search, { ...options, ...place })
    const isCapped = found.total > MAX_COUNTED
    const ids = isCapped && !isRanked(search) ? await listPage(db, search, place) : found.ids
    return {
      // Otherwise whoever reads pages until one is empty would never end.
      products: page >= pages ? [] : await readProducts(db, ids),
      total: Math.min(found.total, MAX_COUNTED),
      isCapped,
      facets: found.counts && toFacets(found.counts, query, search.vocabulary.categories),
    }
  })
}

export type Search = ReturnType<typeof createSearch>

/** Prepares the conditions of a search; `matches` leaves a filter out to count what it offers. */
function createSearch(query: CatalogueQuery, vocabulary: SearchVocabulary) {
  const terms = searchTerms(query.text)
  const words = textQuery(terms, vocabulary)
  const { categories } = vocabulary
  const matches = (filters: CatalogueQuery, more: WordQuery = null) =>
    words === null && isCategoryOnly(filters)
      ? sql<SqlBool>`${isOfCategory(filters, categories)} ${comparisons(filters)}`
      : sql<SqlBool>`${matchesWords(all([words, more, filterQuery(filters, categories)]))}
        ${comparisons(filters)}`
  const inName = nameQuery(terms, vocabulary)
  const wholeName = wholeNameQuery(terms)
  // A text of separators only, such as `?`, has no terms and finds nothing.
  const isEmpty = query.text !== '' && terms.length === 0
  return { query, vocabulary, matches, inName, wholeName, isEmpty }
}

function isCategoryOnly({ category, specifications, price }: CatalogueQuery): boolean {
  return category !== null && price === null && Object.keys(specifications).length === 0
}

/** A category alone has indexes of its own, in the orders that its pages are turned in. */
function isOfCategory({ category }: CatalogueQuery, categories: readonly Category[]) {
  const slugs = category === null ? [] : withChildren(category, categories)
  return slugs.length === 1 ? sql`category = ${slugs[0]}` : sql`category = any(${slugs})`
}

function matchesWords(words: WordQuery): RawBuilder<unknown> {
  return words === null ? sql`true` : sql`words @@ ${words}::tsquery`
}

/** What the index can't decide: numbers in ranges, and stock. */
function comparisons({ price, specifications, isInStock }: CatalogueQuery): RawBuilder<unknown> {
  const parts = [sql``]
  const cents = (dollars: number | null) => dollars && dollarsToCents(Math.min(dollars, 20_000_000))
  if (price) {
    const range = { min: cents(price.min), max: cents(price.max) }
    parts.push(sql`and ${isWithin(sql`unit_price_cents`, range)}`)
  }
  for (const [key, { values, range }] of Object.entries(specifications)) {
    if (!range) continue
    const start = `${key}#`
    const number = sql`substr(facet, ${start.length + 1}::int)::numeric`
    const isOne = values.map((value) => `${key}=${value}`)
    parts.push(sql`and exists (
      select from unnest(facets) facet
      where case when starts_with(facet, ${start}) then ${isWithin(number, range)}
        or substr(facet, ${start.length + 1}::int) = any(${values})
        else facet = any(${isOne}) end
    )`)
  }
  if (isInStock) parts.push(sql`and orderable`)
  return sql.join(parts, sql` `)
}

function isWithin(number: RawBuilder<unknown>, { min, max }: NumberRange): RawBuilder<unknown> {
  const from = min === null ? sql`true` : sql`${number} >= ${min}::numeric`
  return max === null ? from : sql`${from} and ${number} <= ${max}::numeric`
}

// Enough to find the best of, and soon read.
const MAX_NEAR = 500

type Place = { size: number; page: number }

/** Reads up to MAX_COUNTED matches and one more, and counts, sorts and pages these. */
async function findCandidates(db: Db, search: Search, options: CatalogueOptions) {
  const { size, page, withFacets = false, depth = MAX_COUNTED } = options
  if (search.isEmpty) return { total: 0, ids: [], counts: withFacets ? [] : null }
  const from = isRanked(search)
    ? sql`(${ranked(search, depth)}) found`
    : sql`candidate ${withStock(search.query.sort)}`
  const { rows } = await sql<{ total: number; ids: string[] | null; counts: FacetCounts | null }>`
    with candidate as materialized (
      select product_id, category, name, unit_price_cents, min_quantity, orderable, facets
      from product_search where ${search.matches(search.query)} limit ${MAX_COUNTED + 1}
    ), listed as (
      select product_id, row_number() over (order by ${orderOf(search)}) as place
      from ${from} order by place limit ${size} offset ${size * page}
    )
    select (select count(*)::int from candidate) as total,
      (select json_agg(product_id order by place) from listed) as ids,
      ${withFacets ? facetCounts(search) : sql`null`} as counts`.execute(db)
  const [row] = rows
  return { total: row?.total ?? 0, ids: row?.ids ?? [], counts: row?.counts ?? null }
}

/** A page of all matches, when there are more than are counted. */
async function listPage(db: Db, search: Search, { size, page }: Place): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select product_id from product_search ${withStock(search.query.sort)}
    where ${search.matches(search.query)}
    order by ${orderOf(search)} limit ${size} offset ${size * page}`.execute(db)
  return rows.map(({ productId }) => productId)
}

function isRanked({ query, inName }: Search): boolean {
  return query.sort === 'relevance' && inName !== null
}

/**
 * The matches with their tier: 0 for the SKU, 1 for whole words of the name, 2 for its words, else 3.
 * The index finds each tier, which is faster than comparing the words of every match.
 */
function ranked({ query, matches, inName, wholeName }: Search, depth: number) {
  const tier = (tier: number, matching: RawBuilder<unknown>) =>
    sql`(select product_id, name, ${tier}::int as tier from product_search
      where ${matching} limit ${depth})`
  const letters = foldSearch(query.text).replace(/[^a-z0-9]/g, '')
  const ofSku = sql`product_id in (
    select id from product where deleted_at is null and sku_letters(sku) = ${letters})`
  return sql`
    select product_id, name, min(tier) as tier from (
      ${tier(0, sql`${ofSku} and ${matches(query)}`)}
      union all ${tier(1, matches(query, wholeName))}
      union all ${tier(2, matches(query, inName))}
      union all (select product_id, name, 3 from candidate limit ${depth})
    ) tiers group by product_id, name`
}

function orderOf({ query, inName }: Search): RawBuilder<unknown> {
  const orders = {
    // Without words, the order of the list of all products.
    relevance: inName === null ? sql`product_id` : sql`tier, name, product_id`,
    name: sql`name, product_id`,
    price: sql`unit_price_cents, product_id`,
    minimum: sql`min_quantity, product_id`,
    stock: sql`quantity desc, product_id desc`,
    newest: sql`product_id desc`,
  }
  return orders[query.sort]
}

function withStock(sort: SearchSort): RawBuilder<unknown> {
  return sort === 'stock'
    ? sql`join (select id, quantity from product where deleted_at is null) stock on id = product_id`
    : sql``
}

/** Returns the products that match most of the terms. */
export async function searchNear(
  db: Db,
  terms: SearchTerm[],
  vocabulary: SearchVocabulary,
  size: number,
): Promise<StoredProduct[]> {
  const parts = terms.map((term) => textQuery([term], vocabulary)).filter((part) => part !== null)
  if (parts.length === 0) return []
  const matched = parts.map((part) => sql`(words @@ ${part}::tsquery)::int`)
  return withTimeLimit(db, async (db) => {
    const { rows } = await sql<{ productId: string }>`
      select product_id from (
        select product_id, name, words from product_search
        where ${matchesWords(anyOf(parts))} limit ${MAX_NEAR}
      ) near
      order by ${sql.join(matched, sql` + `)} desc, name, product_id limit ${size}`.execute(db)
    return readProducts(
      db,
      rows.map(({ productId }) => productId),
    )
  })
}

async function readProducts(db: Db, ids: string[]): Promise<StoredProduct[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('product').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, toProduct(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
