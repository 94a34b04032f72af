import type { Category } from '#shop/catalogue/categories/category.ts'
import { binsOf } from './number-bins.ts'
import type { CatalogueQuery } from './search-query.ts'
import { foldSearch, type SearchTerm, searchTerms } from './search-text.ts'

/** What a search knows besides its text. */
export type SearchVocabulary = {
  categories: readonly Category[]
  /** Groups of terms that mean the same. */
  synonyms: readonly (readonly string[])[]
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

/** Returns the query that any of the terms matches. */
export function anyTermQuery(terms: SearchTerm[], vocabulary: SearchVocabulary): WordQuery {
  return any(terms.map((term) => textQuery([term], vocabulary)).filter((part) => part !== null))
}

/** Returns the filters that the index can answer; numbers in ranges are compared afterwards. */
export function filterQuery(query: CatalogueQuery, categories: readonly Category[]): WordQuery {
  const parts = Object.entries(query.specifications).map(([key, { values, range }]) =>
    any([
      ...values.map((value) => lexeme(`=${key}:${[...value].slice(0, 200).join('')}`)),
      ...(range ? [any((binsOf(key, range) ?? []).map(lexeme))] : []),
    ]),
  )
  const slugs = query.category === null ? [] : withChildren(query.category, categories)
  const price = query.price && any((binsOf('price', query.price) ?? []).map(lexeme))
  return all([any(slugs.map((slug) => lexeme(`@${slug}`))), ...parts, price])
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

function any(parts: WordQuery[]): WordQuery {
  return parts.length === 0 || parts.includes(null) ? null : parts.join(' | ')
}

function termsQuery(
  terms: SearchTerm[],
  { synonyms }: SearchVocabulary,
  prefix: '' | '~',
  alsoOf: (term: SearchTerm) => string[],
): WordQuery[] {
  const plain = (term: SearchTerm) => any([...spellings(term, prefix), ...alsoOf(term)])
  const left = new Set(terms)
  const phrases = synonyms.flatMap((group) => {
    const meanings = group.map((text) => searchTerms(text))
    const said = meanings
      .map((meaning) => meaning.map((word) => [...left].find((term) => isSame(term, word))))
      .find((found) => found.length > 0 && !found.includes(undefined))
    if (!said) return []
    for (const term of said) if (term) left.delete(term)
    const own = all(said.flatMap((term) => (term ? [plain(term)] : [])))
    const others = meanings.map((words) =>
      all(words.map((word) => any([...spellings(word, prefix), ...alsoOf(word)]))),
    )
    return [any([own, ...others].map((part) => part && `(${part})`))]
  })
  return [...phrases, ...[...left].map(plain)]
}

function isSame(one: SearchTerm, other: SearchTerm): boolean {
  return one.text === other.text || singular(one.text) === singular(other.text)
}

/** The lexemes that a term stands for: words from their beginning, in singular too. */
function spellings({ text, isSize }: SearchTerm, prefix: string): string[] {
  // A single character would match most of a catalogue.
  if ([...text].length === 1 && /[\w]/.test(text)) return [lexeme(prefix + text)]
  if (isSize) return [`${lexeme(prefix + text)}:*`]
  const words = new Set([text, singular(text)])
  // Where the server's locale knows no capital letters but A to Z, they stay as they are written.
  if (/[^\0-\x7f]/.test(text)) words.add(text.toUpperCase()).add(capitalized(text))
  return [...words].map((word) => `${lexeme(prefix + word)}:*`)
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
    .filter(({ name }) => searchTerms(name).some((word) => word.text.startsWith(begins)))
    .flatMap(({ slug }) => withChildren(slug, categories))
    .map((slug) => lexeme(`@${slug}`))
}

/** Quotes a lexeme for a tsquery. */
function lexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** Returns the categories whose name contains all words of a text. */
export function findCategories(text: string, categories: readonly Category[]): Category[] {
  const terms = searchTerms(text)
  const words = (name: string) => searchTerms(foldSearch(name))
  return terms.length === 0
    ? []
    : categories.filter(({ name }) =>
        terms.every((term) =>
          words(name).some((word) => word.text.startsWith(singular(term.text))),
        ),
      )
}
