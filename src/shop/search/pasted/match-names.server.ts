import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import { correctTerms } from '#shop/search/correct-search.server.ts'
import { cleanSearch } from '#shop/search/query/search-query.ts'
import { all, anyOf, lexeme } from '#shop/search/search-condition.server.ts'
import { SearchTooSlow, withTimeLimit } from '#shop/search/search-time-limit.server.ts'

export const MAX_CANDIDATES = 5
export const MATCH_LIMIT_MS = 1_000
/** The names per transaction when matching by words; other lists run in between. */
export const NAMES_AT_ONCE = 10
/** The same for whole names, which take a tenth of the time. */
const WHOLE_NAMES_AT_ONCE = 50
const MAX_TERMS = 12
/** How many products of a kind are ranked for one name. */
const MAX_RANKED = 100
/** A word in more than this share of the products does not identify one. */
const COMMON = 0.01
const NARROWING = 4

// Leaves processors and connections to other requests when many buyers paste lists.
const turns = createConcurrencyLimit({ atOnce: 2, waiting: 1_000 })

/** The candidates for a name, best first. */
export type NameMatch = { ids: string[]; isWholeName: boolean }

/**
 * Finds the products with a name in any spelling, else with all of its words or their closest spelling,
 * else with most of them. Names are looked up in small batches, so that other searches can run in
 * between. Names beyond the time limit are missing in the result.
 */
export async function findByNames(
  db: Db,
  names: ReadonlySet<string>,
  now: () => number,
): Promise<Map<string, NameMatch>> {
  const matches = new Map<string, NameMatch>()
  if (names.size === 0) return matches
  const end = now() + MATCH_LIMIT_MS
  const others: { name: string; terms: string[] }[] = []
  const isRead = await inTurns([...names], WHOLE_NAMES_AT_ONCE, now, end, async (names) => {
    const read = await withTimeLimit(db, (db) => findWholeNames(db, names))
    for (const [index, name] of names.entries()) {
      const { terms = [], ids = [] } = read[index] ?? {}
      if (ids.length > 0) matches.set(name, { ids, isWholeName: true })
      else others.push({ name, terms })
    }
  })
  if (!isRead || others.length === 0) return matches
  const common = await readCommonWords(db)
  await inTurns(others, NAMES_AT_ONCE, now, end, async (names) => {
    const given = names.map(({ terms }) => terms)
    const near = await withTimeLimit(db, (db) => findNear(db, given, common, () => now() >= end))
    for (const [index, { name }] of names.entries()) {
      matches.set(name, { ids: near[index] ?? [], isWholeName: false })
    }
  })
  return matches
}

/** Handles a list in batches of one transaction, freeing the connection between; false at the time limit. */
async function inTurns<Item>(
  items: Item[],
  atOnce: number,
  now: () => number,
  end: number,
  work: (some: Item[]) => Promise<void>,
): Promise<boolean> {
  for (let start = 0; start < items.length; start += atOnce) {
    if (now() >= end) return false
    try {
      await turns(() => work(items.slice(start, start + atOnce)))
    } catch (error) {
      if (error instanceof SearchTooSlow) return false
      throw error
    }
  }
  return true
}

/** Returns the terms of names, and the products whose name matches exactly. */
async function findWholeNames(db: Db, names: string[]) {
  const cleaned = names.map((name) => cleanSearch(name).text)
  const { rows } = await sql<{ terms: string[]; ids: string[] }>`
    select terms, array(
      select product_id from product_search
      where terms <> '{}' and name_terms = array_to_string(terms, ' ')
      order by product_id limit ${MAX_CANDIDATES}
    ) as ids
    from unnest(${cleaned}::text[]) with ordinality as given (name, position), search_terms(name) terms
    order by position`.execute(db)
  return rows
}

/** Finds products by the words of names: those with all of them, else those that share most. */
async function findNear(
  db: Db,
  names: string[][],
  common: Map<string, number>,
  isLate: () => boolean,
): Promise<string[][]> {
  if (names.length === 0) return []
  const given = names.map((terms) => [...new Set(terms)].slice(0, MAX_TERMS))
  const terms = [...new Set(given.flat())]
  const corrected = await correctTerms(db, given, isLate)
  const beginnings = await findBeginnings(db, terms)
  const spell = (term: string, prefix = '') =>
    beginnings.has(term) ? `${lexeme(prefix + term)}:*` : lexeme(prefix + term)
  const queries = given.map((terms) => {
    const meant = [...new Set(terms.map((term) => corrected.get(term) ?? term))]
    const byFrequency = meant.sort((a, b) => (common.get(a) ?? 0) - (common.get(b) ?? 0))
    const rarest = byFrequency.slice(0, NARROWING)
    const allButOne = rarest.map((left) =>
      all(rarest.filter((term) => term !== left).map((term) => spell(term))),
    )
    // A corrected word alone would match unrelated products.
    const telling = byFrequency.filter((term) => terms.includes(term) && !common.has(term))
    return {
      all: all(byFrequency.map((term) => spell(term))),
      most: rarest.length > 2 ? anyOf(allButOne.map((part) => part && `(${part})`)) : null,
      some: anyOf(telling.map((term) => spell(term))),
      inName: anyOf(byFrequency.map((term) => spell(term, '~'))),
    }
  })
  const { rows } = await sql<{ position: number; productId: string; hasAll: boolean }>`
    select position::int, near.* from unnest(
      ${queries.map(({ all }) => all)}::text[]::tsquery[],
      ${queries.map(({ most }) => most)}::text[]::tsquery[],
      ${queries.map(({ some }) => some)}::text[]::tsquery[],
      ${queries.map(({ inName }) => inName)}::text[]::tsquery[]
    ) with ordinality as asked (all_of, most_of, some_of, in_name, position)
    cross join lateral (
      select product_id, words @@ all_of as has_all from product_search
      where product_id in (
        (select product_id from product_search where words @@ all_of limit ${MAX_RANKED})
        union (select product_id from product_search where words @@ most_of limit ${MAX_RANKED})
        union (select product_id from product_search where words @@ some_of limit ${MAX_RANKED})
      )
      order by has_all desc, ts_rank(words, in_name) desc, char_length(name), product_id
      limit ${MAX_CANDIDATES}
    ) near`.execute(db)
  return given.map((terms, index) => {
    const near = rows.filter(({ position }) => position === index + 1)
    const hasAll = near.filter(({ hasAll }) => hasAll)
    const isCorrected = terms.some((term) => corrected.has(term))
    return (hasAll.length > 0 && !isCorrected ? hasAll : near).map(({ productId }) => productId)
  })
}

/** Returns the terms that only begin words of products. */
async function findBeginnings(db: Db, terms: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ term: string }>`
    select term from unnest(${terms}::text[]) term
    where length(term) > 2 and term !~ '[0-9]'
      and not exists (select from search_word where word = term and source = 'product')`.execute(db)
  return new Set(rows.map(({ term }) => term))
}

/** Returns the frequency of common words, from the planner's statistics. */
async function readCommonWords(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; share: number }>`
    select word, share from pg_stats,
      unnest(most_common_elems::text::text[], most_common_elem_freqs) as each (word, share)
    where schemaname = current_schema() and tablename = 'product_search' and attname = 'words'
      and share > ${COMMON} and word ~ '^[^~@=#]'`.execute(db)
  return new Map(rows.map(({ word, share }) => [word, share]))
}
