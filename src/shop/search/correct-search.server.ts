import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { editDistances } from './edit-distance.ts'
import { readSearch } from './search-terms.server.ts'
import { skuSpellings } from './sku-spellings.ts'

const SHORTEST = 4
/** No known word is longer, see search_word of the database. */
const LONGEST = 40
const NEAREST = 24
/** The unknown words of a text that are corrected; more of them are no typing errors. */
const MAX_UNKNOWN = 3

/** A known word with its distance to an unknown one: as a whole, and as one that may be incomplete. */
type NearWord = { word: string; whole: number; beginning: number }
/** An unknown word of a search with the closest known words, the closest one first. */
type NearWords = { term: string; words: NearWord[] }

export type MeantSearch = {
  /** The likely SKU, or the text with unknown words replaced by the closest known ones, or null. */
  correctedText: string | null
  /** The terms, and the known words that look most like the unknown ones. */
  nearTerms: string[]
}

/** Returns what a search without results may have meant. */
export async function findMeant(db: Db, text: string): Promise<MeantSearch> {
  const { terms } = await readSearch(db, text)
  const near = await findNearWords(db, [terms])
  const alike = near.flatMap(({ term, words }) =>
    words.filter(({ whole }) => whole <= Math.ceil(term.length / 2)).slice(0, 3),
  )
  return {
    correctedText: (await findSku(db, skuSpellings(text))) ?? correctedText(terms, near),
    nearTerms: [...terms, ...alike.map(({ word }) => word)],
  }
}

function correctedText(terms: string[], near: NearWords[]): string | null {
  const corrected = closestWords(near)
  if (corrected.size === 0) return null
  return terms.map((term) => corrected.get(term) ?? term).join(' ')
}

/** The closest known words for the first unknown ones of each text; none for those after `isLate`. */
export async function correctTerms(
  db: Db,
  texts: readonly string[][],
  isLate: () => boolean,
): Promise<Map<string, string>> {
  return closestWords(await findNearWords(db, texts, isLate))
}

function closestWords(near: NearWords[]): Map<string, string> {
  return new Map(
    near.flatMap(({ term, words: [best] }) => {
      const allowed = [...term].length < 6 ? 1 : 2
      return best !== undefined && best.beginning <= allowed ? [[term, best.word] as const] : []
    }),
  )
}

async function findSku(db: Db, spellings: string[]): Promise<string | null> {
  if (spellings.length === 0) return null
  const { rows } = await sql<{ sku: string }>`
    select sku from product_search join product on product.id = product_id
    where sku_letters = any(${spellings})
    order by array_position(${spellings}, sku_letters), sku limit 1`.execute(db)
  return rows[0]?.sku ?? null
}

/**
 * Returns the known words nearest to the first unknown words of each text. The work is bounded: the
 * index finds a fixed number of words for each, among any number of products and synonyms.
 */
export async function findNearWords(
  db: Db,
  texts: readonly string[][],
  isLate: () => boolean = () => false,
): Promise<NearWords[]> {
  const given = texts.flatMap((terms, text) => terms.filter(isWord).map((term) => ({ term, text })))
  if (given.length === 0) return []
  const { rows } = await sql<{ term: string; words: string[] }>`
    select term, array(
      select word from search_word order by word <-> term limit ${NEAREST}
    ) as words
    from (
      select distinct term from (
        select term, row_number() over (partition by text order by position) as nth
        from unnest(${given.map(({ term }) => term)}::text[], ${given.map(({ text }) => text)}::int[])
          with ordinality as given (term, text, position)
        where not exists (
          select from search_word where word ~>=~ term and word ~<~ (term || chr(1114111))
        )
      ) unknown where nth <= ${MAX_UNKNOWN}
    ) chosen`.execute(db)
  const near: NearWords[] = []
  for (const { term, words } of rows) {
    if (isLate()) break
    const measured = [...new Set(words)].flatMap((word) => measure(term, word) ?? [])
    near.push({ term, words: measured.sort((a, b) => a.beginning - b.beginning) })
  }
  return near
}

/** Whether a term can be a word with a typing error, rather than a size or a code. */
function isWord(term: string): boolean {
  const { length } = [...term]
  return length >= SHORTEST && length <= LONGEST && !/\d/.test(term)
}

/** The distances of a word; null when it is too short to be similar. */
function measure(term: string, word: string): NearWord | null {
  const { length } = [...term]
  if ([...word].length < length / 2) return null
  const distances = editDistances(term, word)
  const whole = distances.at(-1) ?? 0
  // Slightly farther, because the term may be the beginning of the word.
  const beginnings = distances.slice(0, -1).slice(Math.max(0, length - 1), length + 2)
  return {
    word,
    whole,
    beginning: Math.min(whole, ...beginnings.map((beginning) => beginning + 0.5)),
  }
}
