import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { editDistance } from './edit-distance.ts'
import { foldSearch, type SearchTerm, searchTerms } from './search-text.ts'
import { skuSpellings } from './sku-spellings.ts'
import type { SearchVocabulary } from './word-query.server.ts'

const SHORTEST = 4
const NEAREST = 24

/** Known words near a word of a search that no product, category or synonym has. */
type NearWords = { term: string; words: string[] }

/**
 * Returns the SKU that a search means, or the search with its unknown words replaced by the nearest
 * known ones; null for none.
 */
export async function correctSearch(
  db: Db,
  text: string,
  vocabulary: SearchVocabulary,
): Promise<string | null> {
  const sku = await findSku(db, skuSpellings(foldSearch(text)))
  if (sku !== null) return sku
  const terms = searchTerms(text)
  const corrected = await correctTerms(db, terms, vocabulary)
  if (corrected.size === 0) return null
  return terms.map((term) => corrected.get(term.text) ?? term.text).join(' ')
}

/** Returns the nearest known words of those that no product, category or synonym has. */
export async function correctTerms(
  db: Db,
  terms: SearchTerm[],
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
    select sku from product
    where deleted_at is null and sku_letters(sku) = any(${spellings})
    order by array_position(${spellings}, sku_letters(sku)), sku limit 1`.execute(db)
  return rows[0]?.sku ?? null
}

/** Returns the terms of a search with the known words that look most like the unknown ones. */
export async function nearTerms(
  db: Db,
  text: string,
  vocabulary: SearchVocabulary,
): Promise<SearchTerm[]> {
  const terms = searchTerms(text)
  const near = await findNearWords(db, terms, vocabulary)
  const alike = near.flatMap(({ term, words }) =>
    words.filter((word) => editDistance(term, word) <= Math.ceil(term.length / 2)).slice(0, 3),
  )
  return [...terms, ...alike.map((word) => ({ text: word, isSize: false }))]
}

async function findNearWords(
  db: Db,
  terms: SearchTerm[],
  { categories, synonyms }: SearchVocabulary,
): Promise<NearWords[]> {
  const named = [...categories.map(({ name }) => name), ...synonyms.flat()]
  const alsoKnown = [...new Set(named.flatMap((name) => searchTerms(name).map(({ text }) => text)))]
  const unknown = terms
    .filter(({ text, isSize }) => !isSize && [...text].length >= SHORTEST && !/\d/.test(text))
    .map(({ text }) => text)
    .filter((text) => !alsoKnown.some((word) => word.startsWith(text)))
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
      words: near.sort((one, other) => distanceTo(term, one) - distanceTo(term, other)),
    }
  })
}

function bestOf(term: string, words: string[]): string | null {
  const allowed = [...term].length < 6 ? 1 : 2
  const [best] = words
  return best !== undefined && distanceTo(term, best) <= allowed ? best : null
}

/** The distance to a word or, slightly farther, to its beginning: it may not be typed to its end. */
function distanceTo(term: string, word: string): number {
  const letters = [...word]
  const { length } = [...term]
  const beginnings = [length - 1, length, length + 1]
    .filter((end) => end < letters.length)
    .map((end) => editDistance(term, letters.slice(0, end).join('')) + 0.5)
  return Math.min(editDistance(term, word), ...beginnings)
}
