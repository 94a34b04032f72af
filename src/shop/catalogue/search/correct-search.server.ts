import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { editDistance } from './edit-distance.ts'
import { readSearch, type SearchVocabulary } from './search-terms.server.ts'
import { skuSpellings } from './sku-spellings.ts'

const SHORTEST = 4
const NEAREST = 24

/** An unknown word of a search with the closest known words. */
type NearWords = { term: string; words: string[] }

/**
 * Returns the likely SKU of a search, or the search with unknown words replaced by the closest known
 * ones; null without a correction.
 */
export async function correctSearch(
  db: Db,
  text: string,
  vocabulary: SearchVocabulary,
): Promise<string | null> {
  const sku = await findSku(db, skuSpellings(text))
  if (sku !== null) return sku
  const { terms } = await readSearch(db, text)
  const corrected = await correctTerms(db, terms, vocabulary)
  if (corrected.size === 0) return null
  return terms.map((term) => corrected.get(term) ?? term).join(' ')
}

/** Returns the closest known words for each word that no product, category or synonym contains. */
export async function correctTerms(
  db: Db,
  terms: string[],
  vocabulary: SearchVocabulary,
): Promise<Map<string, string>> {
  const near = await findNearWords(db, terms, vocabulary)
  return new Map(
    near.flatMap(({ term, words }) => {
      const best = bestOf(term, words)
      return best === null ? [] : [[term, best] as const]
    }),
  )
}

/** Returns the SKU on sale with the likeliest of these spellings. */
async function findSku(db: Db, spellings: string[]): Promise<string | null> {
  if (spellings.length === 0) return null
  const { rows } = await sql<{ sku: string }>`
    select sku from product_search join product on product.id = product_id
    where sku_letters = any(${spellings})
    order by array_position(${spellings}, sku_letters), sku limit 1`.execute(db)
  return rows[0]?.sku ?? null
}

/** Returns the terms of a search with the known words that look most like the unknown ones. */
export async function nearTerms(
  db: Db,
  text: string,
  vocabulary: SearchVocabulary,
): Promise<string[]> {
  const { terms } = await readSearch(db, text)
  const near = await findNearWords(db, terms, vocabulary)
  const alike = near.flatMap(({ term, words }) =>
    words.filter((word) => editDistance(term, word) <= Math.ceil(term.length / 2)).slice(0, 3),
  )
  return [...terms, ...alike]
}

async function findNearWords(
  db: Db,
  terms: string[],
  { categories, synonyms }: SearchVocabulary,
): Promise<NearWords[]> {
  const alsoKnown = [...new Set([...categories.flatMap(({ terms }) => terms), ...synonyms.flat(2)])]
  const unknown = terms
    .filter((term) => [...term].length >= SHORTEST && !/\d/.test(term))
    .filter((term) => !alsoKnown.some((word) => word.startsWith(term)))
  if (unknown.length === 0) return []
  const { rows } = await sql<NearWords>`
    select term, array(
      select word from search_word order by word <-> term limit ${NEAREST}
    ) as words
    from unnest(${unknown}::text[]) term
    where not exists (
      select from search_word where word ~>=~ term and word ~<~ (term || chr(1114111))
    )`.execute(db)
  return rows.map(({ term, words }) => {
    const near = [...new Set([...words, ...alsoKnown])]
    return {
      term,
      words: near.sort((a, b) => distanceTo(term, a) - distanceTo(term, b)),
    }
  })
}

function bestOf(term: string, words: string[]): string | null {
  const allowed = [...term].length < 6 ? 1 : 2
  const [best] = words
  return best !== undefined && distanceTo(term, best) <= allowed ? best : null
}

/** The distance to a word or, slightly farther, to its beginning, because it may be incomplete. */
function distanceTo(term: string, word: string): number {
  const letters = [...word]
  const { length } = [...term]
  const beginnings = [length - 1, length, length + 1]
    .filter((end) => end < letters.length)
    .map((end) => editDistance(term, letters.slice(0, end).join('')) + 0.5)
  return Math.min(editDistance(term, word), ...beginnings)
}
