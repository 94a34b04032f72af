import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { inTreeOrder } from '#shop/catalogue/categories/category-tree.ts'
import { listProductsByIds, type StoredProduct } from '#shop/catalogue/products.server.ts'
import { type FacetCounts, facetCounts, toFacets } from './count-facets.server.ts'
import { MAX_COUNTED } from './query/search-limits.ts'
import { type CatalogueQuery, everything, type SearchSort } from './query/search-query.ts'
import {
  all,
  anyOf,
  createCondition,
  matchesWords,
  type SearchCondition,
  textQuery,
} from './search-condition.server.ts'
import type { Facets } from './search-json.server.ts'
import { readSearch, readVocabulary, type SearchVocabulary } from './search-terms.server.ts'
import { withTimeLimit } from './search-time-limit.server.ts'
import { skuLetters } from './sku-spellings.ts'

export type CatalogueResult = {
  /** The first one of each family where families are wanted. */
  products: StoredProduct[]
  /** Where families are wanted: the matches of each on this page, and the numbers of all. Null beyond the cap. */
  families: FoundFamilies | null
  /** The number of matches, at most MAX_COUNTED. */
  total: number
  /** Whether more than MAX_COUNTED match: `total` and the counts of the facets are lower bounds. */
  isCapped: boolean
  /** Null unless requested. */
  facets: Facets | null
}

export type FoundFamilies = {
  /** The ids of the matches of each family, ascending by size; a product without a family is alone. */
  members: string[][]
  /** The number of families, products without one included. */
  total: number
  /** The number of those of which several products match. */
  several: number
}

export type CatalogueOptions = {
  size: number
  /** Zero-based. */
  page: number
  withFacets?: boolean
  /** Whether families are listed, at the place of their first match, in place of products. */
  byFamily?: boolean
  /** How many of the best matches are ranked; fewer are faster. */
  depth?: number
  vocabulary?: SearchVocabulary
}

/**
 * Finds the products on sale that match a query, ranked by an exact SKU, short names, long names and the
 * rest, or in another order. Throws SearchTooSlow when the database takes too long.
 */
export async function searchCatalogue(
  db: Db,
  given: Partial<CatalogueQuery>,
  options: CatalogueOptions,
): Promise<CatalogueResult> {
  const { size, page, vocabulary } = options
  const query = { ...everything, ...given }
  const { terms } = await readSearch(db, query.text)
  const search = createCondition(query, terms, vocabulary ?? (await readVocabulary(db)))
  return withTimeLimit(db, async (db) => {
    const pages = Math.ceil(MAX_COUNTED / size)
    const position = { size, page: Math.min(page, pages) }
    const candidates = await findCandidates(db, search, { ...options, ...position })
    const isCapped = candidates.total > MAX_COUNTED
    const ids = isCapped ? await capped(db, search, { ...options, ...position }) : candidates.ids
    return {
      // Returns nothing beyond the cap, so that clients that page until an empty page stop.
      products: page >= pages ? [] : await listProductsByIds(db, ids),
      families: isCapped ? null : candidates.families,
      total: Math.min(candidates.total, MAX_COUNTED),
      isCapped,
      facets: candidates.counts && toFacets(candidates.counts, query, search.vocabulary.categories),
    }
  })
}

// Enough candidates for a good ranking, few enough to be fast.
const MAX_NEAR = 500

type Page = { size: number; page: number }

/** Reads up to MAX_COUNTED + 1 matches, then counts, sorts and pages them. */
async function findCandidates(db: Db, search: SearchCondition, options: CatalogueOptions) {
  const { size, page, withFacets = false, byFamily = false, depth = MAX_COUNTED } = options
  if (search.isEmpty) return { total: 0, ids: [], families: null, counts: withFacets ? [] : null }
  const from = isRanked(search)
    ? sql`(${ranked(search, depth)}) found`
    : sql`candidate ${withStock(search.query.sort)}`
  // A product without a family is alone, whatever it is called.
  const family = sql`coalesce((select family from product where id = product_id), product_id::text)`
  const order = orderOf(search)
  const { rows } = await sql<{
    total: number
    ids: string[] | null
    families: FoundFamilies | null
    counts: FacetCounts | null
  }>`
    with candidate as materialized (
      select product_id, category, name, ${byFamily ? family : sql`null`} as family, name_order, family_order, size_order,
        unit_price_cents, min_quantity, orderable, facets
      from product_search where ${search.matches(search.query)} limit ${MAX_COUNTED + 1}
    ), listed as (
      -- Not by row_number(), which would sort all for the first few.
      select product_id ${byFamily ? sql`, family_key as family from ${firstOfFamilies(from, order)}` : sql`from ${from}`}
      order by ${order} limit ${size} offset ${size * page}
    )
    select (select count(*)::int from candidate) as total,
      (select json_agg(product_id) from listed) as ids,
      ${byFamily ? foundFamilies : sql`null`} as families,
      ${withFacets ? facetCounts(search) : sql`null`} as counts`.execute(db)
  const [row] = rows
  const { total = 0, ids, families = null, counts = null } = row ?? {}
  return { total, ids: ids ?? [], families, counts }
}

/** The best match of each family, with the columns of all. */
function firstOfFamilies(from: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  return sql`(
    select * from (
      select *, row_number() over (partition by family_key order by ${order}) as place from ${from}
      join (select product_id as key_of, family as family_key from candidate) keys on key_of = product_id
    ) placed where place = 1
  ) first`
}

const foundFamilies = sql`json_build_object(
  'members', coalesce((select json_agg((
    select json_agg(product_id order by size_order, product_id) from candidate
    where candidate.family = listed.family)) from listed), '[]'),
  'total', (select count(distinct family) from candidate),
  'several', (select count(*) from (select from candidate group by family having count(*) > 1) several)
)`

/** A page of products where too many match to group them. */
async function capped(db: Db, search: SearchCondition, options: CatalogueOptions) {
  if (!isRanked(search)) return listPage(db, search, options)
  const listed = { ...options, byFamily: false, withFacets: false }
  return (await findCandidates(db, search, listed)).ids
}

/** A page of all matches, when they exceed MAX_COUNTED: in the order of an index. */
async function listPage(db: Db, search: SearchCondition, { size, page }: Page): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select product_id from product_search ${withStock(search.query.sort)}
    where ${search.matches(search.query)}
    order by ${orderOf(search, sql`category`)} limit ${size} offset ${size * page}`.execute(db)
  return rows.map(({ productId }) => productId)
}

function isRanked({ query, inName }: SearchCondition): boolean {
  return query.sort === 'relevance' && inName !== null
}

/**
 * The matches with their tier: 0 for the SKU, 1 and 3 for whole words of a short and a long name, 2 and
 * 4 for the beginnings of its words, 5 for the rest. The index finds them, which is faster than
 * comparing the words of every match; names are measured afterwards, except that whole short names are
 * found among any number of others.
 */
function ranked({ query, matches, shortName, ...names }: SearchCondition, depth: number) {
  const tier = (tier: number, matching: RawBuilder<unknown>) =>
    sql`(select product_id, name, family_order, size_order, ${tier}::int as tier from product_search
      where ${matching} limit ${depth})`
  const ofSku = sql`sku_letters = ${skuLetters(query.text)}`
  const isShort = sql`cardinality(string_to_array(name, ' ')) <= ${shortName.maxWords}`
  return sql`
    select product_id, name, family_order, size_order,
      case when min(tier) in (3, 4) and ${isShort} then min(tier) - 2 else min(tier) end as tier
    from (
      ${tier(0, sql`${ofSku} and ${matches(query)}`)}
      union all ${tier(1, matches(query, all([names.wholeName, shortName.words])))}
      union all ${tier(3, matches(query, names.wholeName))}
      union all ${tier(4, matches(query, names.inName))}
      union all (select product_id, name, family_order, size_order, 5 from candidate limit ${depth})
    ) tiers group by product_id, name, family_order, size_order`
}

/** Sorts by `categoryOrder` first where a query has no words. */
function orderOf(
  { query, inName, vocabulary }: SearchCondition,
  categoryOrder = inOwnersOrder(vocabulary),
): RawBuilder<unknown> {
  const orders = {
    // Without words, families together and their sizes ascending.
    relevance:
      inName === null
        ? sql`${categoryOrder}, family_order, size_order, product_id`
        : sql`tier, family_order, size_order, name, product_id`,
    name: sql`name_order, product_id`,
    price: sql`unit_price_cents, product_id`,
    minimum: sql`min_quantity, product_id`,
    stock: sql`quantity desc, product_id desc`,
    newest: sql`product_id desc`,
  }
  return orders[query.sort]
}

function inOwnersOrder({ categories }: SearchVocabulary): RawBuilder<unknown> {
  return sql`array_position(${inTreeOrder(categories).map(({ slug }) => slug)}::text[], category)`
}

function withStock(sort: SearchSort): RawBuilder<unknown> {
  return sort === 'stock'
    ? sql`join (select id, quantity from product where deleted_at is null) stock on id = product_id`
    : sql``
}

/** Returns the products that match most of the terms. */
export async function searchNear(
  db: Db,
  terms: string[],
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
    return listProductsByIds(
      db,
      rows.map(({ productId }) => productId),
    )
  })
}
