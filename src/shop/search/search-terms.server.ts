import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/database/database.server.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { MAX_TERMS } from './query/search-limits.ts'
import { listSynonyms } from './synonyms/synonym-queries.server.ts'

/** The categories and synonyms of a search as terms: singular words, and sizes such as `13mm`. */
export type SearchVocabulary = {
  categories: readonly (Category & { terms: string[] })[]
  /** Synonym sets, each of phrases as lists of terms. */
  synonyms: readonly (readonly string[][])[]
}

// Every search reads the names of categories and the synonyms again: enough for a thousand sets.
const remembered = new LRUCache<string, string[]>({ max: 20_000 })

/** Returns the distinct terms of texts, as the database finds them in the texts of products too. */
export async function readTerms(db: Db, texts: string[]): Promise<string[][]> {
  const known = new Map(texts.map((text) => [text, remembered.get(text)]))
  const others = [...known].flatMap(([text, terms]) => (terms ? [] : [text]))
  if (others.length > 0) {
    const { rows } = await sql<{ text: string; terms: string[] }>`
      select text, search_terms(text) as terms from unnest(${others}::text[]) text`.execute(db)
    for (const { text, terms } of rows) {
      const distinct = [...new Set(terms)]
      known.set(text, distinct)
      remembered.set(text, distinct)
    }
  }
  return texts.map((text) => known.get(text) ?? [])
}

export async function readSearch(db: Db, text: string): Promise<{ terms: string[]; isCut: boolean }> {
  const [terms = []] = await readTerms(db, [text])
  return { terms: terms.slice(0, MAX_TERMS), isCut: terms.length > MAX_TERMS }
}

export async function readVocabulary(db: Db): Promise<SearchVocabulary> {
  const [categories, synonyms] = await Promise.all([listCategories(db), listSynonyms(db)])
  const names = categories.map(({ name }) => name)
  const phrases = synonyms.flatMap(({ terms }) => terms)
  const terms = await readTerms(db, [...names, ...phrases])
  const next = terms[Symbol.iterator]()
  const take = () => next.next().value ?? []
  return {
    categories: categories.map((category) => ({ ...category, terms: take() })),
    synonyms: synonyms.map(({ terms }) => terms.map(take)),
  }
}
