import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dollarsToCents } from '#platform/money.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { binsOf } from './number-bins.ts'
import type { CatalogueQuery, NumberRange } from './query/search-query.ts'
import type { SearchVocabulary } from './search-terms.server.ts'

/** How many more words than a search a short name has. */
const FURTHER_WORDS = 3
/** Longer names count as this long, as in search_document of the database. */
const MAX_NAME_WORDS = 9

/** A tsquery by the lexemes of product_search.words; null matches all. */
export type WordQuery = string | null

export type SearchCondition = ReturnType<typeof createCondition>

/** Prepares the conditions of a search; `matches` leaves a filter out to count what it offers. */
export function createCondition(query: CatalogueQuery, terms: string[], vocabulary: SearchVocabulary) {
  const words = textQuery(terms, vocabulary)
  const { categories } = vocabulary
  const matches = (filters: CatalogueQuery, more: WordQuery = null) =>
    words === null && isCategoryOnly(filters)
      ? sql<SqlBool>`${isOfCategory(filters, categories)} ${comparisons(filters)}`
      : sql<SqlBool>`${matchesWords(all([words, more, filterQuery(filters, categories)]))}
        ${comparisons(filters)}`
  return {
    query,
    vocabulary,
    matches,
    inName: all(termQueries(terms, vocabulary, '~', () => [])),
    wholeName: all(terms.map((term) => lexeme(`~${term}`))),
    shortName: shortName(terms.length),
    // A text of separators only, such as `?`, has no terms and finds nothing.
    isEmpty: query.text !== '' && terms.length === 0,
  }
}

/** A short name has few words besides the terms of the search. */
function shortName(terms: number): { words: WordQuery; maxWords: number } {
  const maxWords = terms + FURTHER_WORDS
  const counts = Array.from({ length: Math.min(maxWords, MAX_NAME_WORDS) }, (_, index) => index + 1)
  return { words: anyOf(counts.map((count) => lexeme(`!${count}`))), maxWords }
}

/** Returns the query that all terms match anywhere in a product, or name its category. */
export function textQuery(terms: string[], vocabulary: SearchVocabulary): WordQuery {
  const ofCategories = (term: string) => categoriesNamed(term, vocabulary.categories)
  return all(termQueries(terms, vocabulary, '', ofCategories))
}

/** Returns the query that all terms match, without synonyms. */
export function plainQuery(terms: string[]): WordQuery {
  return all(terms.map((term) => spelling(term, '')))
}

export function matchesWords(words: WordQuery): RawBuilder<SqlBool> {
  return words === null ? sql`true` : sql`words @@ ${words}::tsquery`
}

export function all(parts: WordQuery[]): WordQuery {
  const given = parts.filter((part) => part !== null)
  return given.length === 0 ? null : given.map((part) => `(${part})`).join(' & ')
}

export function anyOf(parts: WordQuery[]): WordQuery {
  return parts.length === 0 || parts.includes(null) ? null : parts.join(' | ')
}

/** The lexemes that begin with a term, in the name with the prefix `~`. */
export function spelling(term: string, prefix: '' | '~'): string {
  // A single character would match most of a catalogue.
  return /^\w$/.test(term) ? lexeme(prefix + term) : `${lexeme(prefix + term)}:*`
}

export function lexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

export function withChildren(slug: string, categories: readonly Category[]): string[] {
  return [slug, ...categories.filter(({ parent }) => parent === slug).map(({ slug }) => slug)]
}

/** Returns the categories whose name has all terms of a search, or of a synonym of it. */
export function findCategories(
  terms: string[],
  { categories, synonyms }: SearchVocabulary,
): readonly Category[] {
  if (terms.length === 0) return []
  const isSame = (phrase: string[]) =>
    phrase.length === terms.length && phrase.every((word) => terms.includes(word))
  const meanings = synonyms.filter((synonymSet) => synonymSet.some(isSame)).flat()
  return categories.filter((category) =>
    [terms, ...meanings].some((meaning) =>
      meaning.every((term) => category.terms.some((word) => word.startsWith(term))),
    ),
  )
}

function termQueries(
  terms: string[],
  { synonyms }: SearchVocabulary,
  prefix: '' | '~',
  categoriesOf: (term: string) => string[],
): WordQuery[] {
  const plain = (term: string) =>
    anyOf([
      spelling(term, prefix),
      ...otherLengths(term).map((length) => lexeme(prefix + length)),
      ...categoriesOf(term),
    ])
  const left = new Set(terms)
  const phrases = synonyms.flatMap((synonymSet) => {
    const match = synonymSet.find((phrase) => phrase.length > 0 && phrase.every((word) => left.has(word)))
    if (!match) return []
    for (const term of match) left.delete(term)
    return [anyOf(synonymSet.map((phrase) => all(phrase.map(plain))).map((part) => part && `(${part})`))]
  })
  return [...phrases, ...[...left].map(plain)]
}

/** A length in the other system where it is exact: 12.7mm for 0.5in, and 0.5in for 12.7mm. */
function otherLengths(term: string): string[] {
  const [, number, unit] = /^(\d{1,6}(?:\.\d{1,4})?)(mm|in)$/.exec(term) ?? []
  if (number === undefined) return []
  if (unit === 'in') return [`${Number((Number(number) * 25.4).toFixed(4))}mm`]
  const inches = Number((Number(number) / 25.4).toFixed(4))
  return Number.isInteger(inches * 16) ? [`${inches}in`] : []
}

function categoriesNamed(term: string, categories: SearchVocabulary['categories']): string[] {
  if (term.length < 3 || /^\d/.test(term)) return []
  return categories
    .filter(({ terms }) => terms.some((word) => word.startsWith(term)))
    .flatMap(({ slug }) => withChildren(slug, categories))
    .map((slug) => lexeme(`@${slug}`))
}

/** The filters that the index can answer; numbers in ranges are compared afterwards. */
function filterQuery(query: CatalogueQuery, categories: readonly Category[]): WordQuery {
  const parts = Object.entries(query.specifications).map(([key, { values, range }]) =>
    anyOf([
      ...values.map((value) => lexeme(`=${key}:${[...value].slice(0, 200).join('')}`)),
      ...(range ? [anyOf((binsOf(key, range) ?? []).map(lexeme))] : []),
    ]),
  )
  const slugs = query.category === null ? [] : withChildren(query.category, categories)
  const price = query.price && anyOf((binsOf('price', query.price) ?? []).map(lexeme))
  return all([anyOf(slugs.map((slug) => lexeme(`@${slug}`))), ...parts, price])
}

function isCategoryOnly({ category, specifications, price }: CatalogueQuery): boolean {
  return category !== null && price === null && Object.keys(specifications).length === 0
}

/** A category without other filters has its own indexes, one for each sort order. */
function isOfCategory({ category }: CatalogueQuery, categories: readonly Category[]) {
  const slugs = category === null ? [] : withChildren(category, categories)
  return slugs.length === 1 ? sql`category = ${slugs[0]}` : sql`category = any(${slugs})`
}

/** The conditions that the index can't decide: number ranges and stock. */
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
