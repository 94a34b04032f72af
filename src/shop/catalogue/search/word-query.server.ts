import { LRUCache } from 'lru-cache'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { binsOf } from './number-bins.ts'
import type { CatalogueQuery } from './search-query.ts'
import { type SearchTerm, searchTerms } from './search-text.ts'

/** What a search knows besides its text. */
export type SearchVocabulary = {
  categories: readonly Category[]
  /** Groups of terms that mean the same. */
  synonyms: readonly (readonly string[])[]
}

// Names of categories and synonyms are read again in every search.
const remembered = new LRUCache<string, SearchTerm[]>({ max: 2_000 })

function termsOf(name: string): SearchTerm[] {
  const known = remembered.get(name)
  if (known) return known
  const terms = searchTerms(name)
  remembered.set(name, terms)
  return terms
}

/** A tsquery by the lexemes of product_search.words; null matches all. */
export type WordQuery = string | null

/** Returns the query that all terms of a text match anywhere in a product. */
export function textQuery(terms: SearchTerm[], vocabulary: SearchVocabulary): WordQuery {
  const ofCategories = (term: SearchTerm) => categoriesNamed(term, vocabulary.categories)
  return all(termsQuery(terms, vocabulary, '', ofCategories))
}

/** Returns the query that all terms match in the name. */
export function nameQuery(terms: SearchTerm[], vocabulary: SearchVocabulary): WordQuery {
  return all(termsQuery(terms, vocabulary, '~', () => []))
}

/** Returns the query that all terms are whole words of the name. */
export function wholeNameQuery(terms: SearchTerm[]): WordQuery {
  return all(terms.map(({ text }) => lexeme(`~${text}`)))
}

/** Returns the filters that the index can answer; numbers in ranges are compared afterwards. */
export function filterQuery(query: CatalogueQuery, categories: readonly Category[]): WordQuery {
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

/** Joins queries of which all must match. */
export function all(parts: WordQuery[]): WordQuery {
  const given = parts.filter((part) => part !== null)
  return given.length === 0 ? null : given.map((part) => `(${part})`).join(' & ')
}

/** Returns the slug and those of the categories below it. */
export function withChildren(slug: string, categories: readonly Category[]): string[] {
  return [slug, ...categories.filter(({ parent }) => parent === slug).map(({ slug }) => slug)]
}

/** Joins queries of which one must match. */
export function anyOf(parts: WordQuery[]): WordQuery {
  return parts.length === 0 || parts.includes(null) ? null : parts.join(' | ')
}

function termsQuery(
  terms: SearchTerm[],
  { synonyms }: SearchVocabulary,
  prefix: '' | '~',
  alsoOf: (term: SearchTerm) => string[],
): WordQuery[] {
  const plain = (term: SearchTerm) => anyOf([...spellings(term, prefix), ...alsoOf(term)])
  const left = new Set(terms)
  const phrases = synonyms.flatMap((group) => {
    const meanings = group.map(termsOf)
    const said = meanings
      .map((meaning) => meaning.map((word) => [...left].find((term) => isSame(term, word))))
      .find((found) => found.length > 0 && !found.includes(undefined))
    if (!said) return []
    for (const term of said) if (term) left.delete(term)
    const own = all(said.flatMap((term) => (term ? [plain(term)] : [])))
    const others = meanings.map((words) =>
      all(words.map((word) => anyOf([...spellings(word, prefix), ...alsoOf(word)]))),
    )
    return [anyOf([own, ...others].map((part) => part && `(${part})`))]
  })
  return [...phrases, ...[...left].map(plain)]
}

/** Sizes that are typed together: `17x19` finds `17 x 19` as well. */
const DIMENSIONS = /^\d+(?:x\d+)+$/

function isSame(one: SearchTerm, other: SearchTerm): boolean {
  return one.text === other.text || singular(one.text) === singular(other.text)
}

/** The lexemes that a term stands for: words from their beginning, in singular too. */
function spellings({ text, isSize }: SearchTerm, prefix: string): string[] {
  // A single character would match most of a catalogue.
  if ([...text].length === 1 && /[\w]/.test(text)) return [lexeme(prefix + text)]
  if (isSize) return [`${lexeme(prefix + text)}:*`]
  const sizes = text.match(DIMENSIONS)?.[0].split('x') ?? []
  const separate = sizes
    .map((size) => `${lexeme(prefix + size)}:*`)
    .join(` & ${lexeme(`${prefix}x`)} & `)
  const words = new Set([text, singular(text)])
  // Where the server's locale knows no capital letters but A to Z, they stay as they are written.
  if (/[^\0-\x7f]/.test(text)) words.add(text.toUpperCase()).add(capitalized(text))
  const whole = [...words].map((word) => `${lexeme(prefix + word)}:*`)
  return separate === '' ? whole : [...whole, `(${separate})`]
}

function singular(word: string): string {
  if (/(ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2)
  return /[a-z]{3}s$/.test(word) && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function capitalized(word: string): string {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}

/** The categories in whose name a word begins with the term. */
function categoriesNamed({ text, isSize }: SearchTerm, categories: readonly Category[]): string[] {
  if (isSize || text.length < 3) return []
  const begins = singular(text)
  return categories
    .filter(({ name }) => termsOf(name).some((word) => word.text.startsWith(begins)))
    .flatMap(({ slug }) => withChildren(slug, categories))
    .map((slug) => lexeme(`@${slug}`))
}

/** Quotes a lexeme for a tsquery. */
function lexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** Returns the categories whose name has all words of a text, or of a synonym of it. */
export function findCategories(
  text: string,
  { categories, synonyms }: SearchVocabulary,
): readonly Category[] {
  const terms = searchTerms(text)
  if (terms.length === 0) return []
  const meanings = synonyms
    .map((group) => group.map(termsOf))
    .filter((group) => group.some((words) => isAll(words, terms)))
  return categories.filter(({ name }) =>
    [terms, ...meanings.flat()].some((meaning) =>
      meaning.every(({ text }) =>
        termsOf(name).some((word) => word.text.startsWith(singular(text))),
      ),
    ),
  )
}

function isAll(words: SearchTerm[], terms: SearchTerm[]): boolean {
  return (
    words.length === terms.length && words.every((word) => terms.some((term) => isSame(term, word)))
  )
}
