import type { Db } from '#platform/database/database.server.ts'
import type { StoredProduct } from '#shop/catalogue/products.server.ts'
import { findMeant } from './correct-search.server.ts'
import { MAX_TERMS } from './query/search-limits.ts'
import { type CatalogueQuery, everything, hasFilters, knownFilters } from './query/search-query.ts'
import { type FoundFamilies, searchCatalogue, searchNear } from './search-catalogue.server.ts'
import { findCategories } from './search-condition.server.ts'
import type { SearchResult, Suggestions } from './search-json.server.ts'
import { readSearch, readVocabulary, type SearchVocabulary } from './search-terms.server.ts'
import { SearchTooSlow } from './search-time-limit.server.ts'
import { recordMiss } from './synonyms/search-misses.server.ts'

const NEAR_PRODUCTS = 4
const SUGGESTED_PRODUCTS = 8
const SUGGESTED_CATEGORIES = 4
const SUGGESTION_DEPTH = 300

/** The result of a visitor's search, as its JSON describes it. */
export type CatalogueSearch = Omit<SearchResult, 'products' | 'near'> & {
  products: StoredProduct[]
  near: StoredProduct[]
  families: FoundFamilies | null
  /** The query without the filters that were dropped. */
  query: CatalogueQuery
}

export type SuggestedProducts = Omit<Suggestions, 'products'> & { products: StoredProduct[] }

type FindOptions = {
  size: number
  page: number
  withFacets?: boolean
  byFamily?: boolean
  /** Whether a search without results is shown to the owner. */
  mayRecordMiss?: () => boolean
}

const nothing = {
  products: [],
  total: 0,
  isCapped: false,
  isTooSlow: false,
  correctedText: null,
  categories: [],
  near: [],
  families: null,
  facets: null,
}

/** Finds a visitor's matches, else those of a corrected search, else similar products; reports a slow one. */
export async function findProducts(
  db: Db,
  requested: { query: CatalogueQuery; notes: string[] },
  { size, page, withFacets = true, byFamily = false, mayRecordMiss = () => true }: FindOptions,
): Promise<CatalogueSearch> {
  const vocabulary = await readVocabulary(db)
  const known = knownFilters(requested.query, vocabulary.categories)
  const { query } = known
  const links = vocabulary.categories.map(({ slug, name }) => ({ slug, name }))
  const categories = links.filter(({ slug }) => slug === query.category)
  const { isCut } = await readSearch(db, query.text)
  const cut = isCut ? [`The search was cut to ${MAX_TERMS} words.`] : []
  const notes = [...new Set([...requested.notes, ...cut, ...known.notes])]
  const options = { size, page, withFacets, byFamily, vocabulary }
  try {
    const search = await searchCatalogue(db, query, options)
    const result = { ...nothing, ...search, query, categories, notes }
    if (search.total > 0) return result
    if (query.text === '') return { ...result, categories: links }

    const { correctedText, nearTerms } = await findMeant(db, query.text)
    if (correctedText !== null) {
      const corrected = await searchCatalogue(db, { ...query, text: correctedText }, options)
      if (corrected.total > 0) return { ...result, ...corrected, correctedText }
    }
    const isExcluded =
      correctedText !== null && hasFilters(query) && (await findsAny(db, correctedText, vocabulary))
    if (!hasFilters(query) && page === 0 && mayRecordMiss()) await recordMiss(db, query.text)
    return {
      ...result,
      correctedText: isExcluded ? correctedText : null,
      categories: links,
      near: await searchNear(db, nearTerms, vocabulary, NEAR_PRODUCTS),
    }
  } catch (error) {
    if (error instanceof SearchTooSlow) return { ...nothing, query, notes, isTooSlow: true }
    throw error
  }
}

/** Whether a search without filters finds a product. */
async function findsAny(db: Db, text: string, vocabulary: SearchVocabulary): Promise<boolean> {
  const { total } = await searchCatalogue(db, { text }, { size: 1, page: 0, vocabulary })
  return total > 0
}

export async function suggestProducts(db: Db, text: string): Promise<SuggestedProducts> {
  const vocabulary = await readVocabulary(db)
  const options = { size: SUGGESTED_PRODUCTS, page: 0, depth: SUGGESTION_DEPTH, vocabulary }
  const suggest = async (text: string) => {
    const { products, total, isCapped } = await searchCatalogue(db, { ...everything, text }, options)
    const { terms } = await readSearch(db, text)
    const categories = findCategories(terms, vocabulary).slice(0, SUGGESTED_CATEGORIES)
    const links = categories.map(({ slug, name }) => ({ slug, name }))
    return { products, total, isCapped, categories: links, correctedText: null }
  }
  const suggested = await suggest(text)
  if (suggested.total > 0) return suggested
  const { correctedText } = await findMeant(db, text)
  return correctedText === null ? suggested : { ...(await suggest(correctedText)), correctedText }
}
