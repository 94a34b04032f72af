import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { matchWords } from './match-words.ts'
import type { StoredProduct } from './product.ts'
import { listProductsByIds } from './product-lists.server.ts'
import { correctTerms } from './search/correct-search.server.ts'
import { SearchTooSlow, withTimeLimit } from './search/search-time-limit.server.ts'
import { readVocabulary } from './search/synonyms/synonym-queries.server.ts'
import type { SearchVocabulary } from './search/word-query.server.ts'

/** The most products that are offered for one name. */
export const MOST_CANDIDATES = 5
/** How many products that share a word are ranked for one name. */
const MOST_RANKED = 200
/** The longest that the names of one list are looked up. */
export const MATCH_LIMIT_MS = 1_000

/**
 * Finds the products whose names have all words of a name, the nearest spelling of them, or else most
 * of them. Each name is a transaction of its own, so that other searches come in between. Names for
 * which the time does not suffice are missing in the result.
 */
export async function findByNames(
  db: Db,
  names: ReadonlySet<string>,
  now: () => number,
): Promise<Map<string, StoredProduct[]>> {
  if (names.size === 0) return new Map()
  const end = now() + MATCH_LIMIT_MS
  const vocabulary = await readVocabulary(db)
  const ids = new Map<string, string[]>()
  for (const name of names) {
    if (now() >= end) break
    const found = await findByName(db, matchWords(name), vocabulary)
    if (found === null) break
    ids.set(name, found)
  }
  const products = await listProductsByIds(db, [...new Set([...ids.values()].flat())])
  const byId = new Map(products.map((product) => [product.id, product]))
  return new Map([...ids].map(([name, found]) => [name, found.flatMap((id) => byId.get(id) ?? [])]))
}

/** Returns the ids of the products, the best ones first; null when that took too long. */
async function findByName(
  db: Db,
  words: string[],
  vocabulary: SearchVocabulary,
): Promise<string[] | null> {
  if (words.length === 0) return []
  try {
    return await withTimeLimit(db, async (db) => {
      const all = await search(db, words, '&')
      if (all.length > 0) return all
      const terms = words.map((text) => ({ text, isSize: false }))
      const corrected = await correctTerms(db, terms, vocabulary)
      const meant = matchWords(words.map((word) => corrected.get(word) ?? word).join(' '))
      const nearest = corrected.size === 0 ? [] : await search(db, meant, '&')
      const some = await search(db, words, '|')
      return [...new Set([...nearest, ...some])].slice(0, MOST_CANDIDATES)
    })
  } catch (error) {
    if (error instanceof SearchTooSlow) return null
    throw error
  }
}

/** Searches products with all words (`&`), or with any (`|`). */
async function search(db: Db, words: string[], operator: '&' | '|'): Promise<string[]> {
  const query = words.map((word) => `${word}:*`).join(` ${operator} `)
  const { rows } = await sql<{ id: string }>`
    select near.id from (
      select id, name from product
      where deleted_at is null
        and product_words(name, description, sku) @@ to_tsquery('simple', ${query})
      limit ${MOST_RANKED}
    ) near
    order by
      ts_rank(to_tsvector('simple', near.name), to_tsquery('simple', ${query})) desc,
      char_length(near.name), near.id
    limit ${MOST_CANDIDATES}`.execute(db)
  return rows.map(({ id }) => id)
}
