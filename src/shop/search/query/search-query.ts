import type { Category } from '#shop/catalogue/categories/category.ts'
import { MAX_SEARCH_LENGTH } from './search-limits.ts'

/** The sort orders of a search; relevance is the first, which without words is by family and size. */
export const searchSorts = [
  { value: 'relevance', label: 'Relevance' },
  { value: 'name', label: 'Name' },
  { value: 'price', label: 'Price' },
  { value: 'minimum', label: 'Minimum order' },
  { value: 'stock', label: 'Stock' },
  { value: 'newest', label: 'Newest' },
] as const

export type SearchSort = (typeof searchSorts)[number]['value']

/** A range of numbers, in the unit of the specification or in dollars; null is open. */
export type NumberRange = { min: number | null; max: number | null }

/** Allowed values, or a range of a number. */
export type SpecificationFilter = { values: string[]; range: NumberRange | null }

export type CatalogueQuery = {
  /** Words, sizes or a SKU; empty finds all. */
  text: string
  /** A category with the categories below it. */
  category: string | null
  /** By the key of the specification. */
  specifications: Record<string, SpecificationFilter>
  /** Dollars. */
  price: NumberRange | null
  /** Only products that can be ordered now. */
  isInStock: boolean
  sort: SearchSort
  /** How results are shown: a card for each family or each size, or a table of sizes. */
  view: 'families' | 'sizes' | 'table'
}

export const everything: CatalogueQuery = {
  text: '',
  category: null,
  specifications: {},
  price: null,
  isInStock: false,
  sort: 'relevance',
  view: 'families',
}

const sorts = searchSorts.map(({ value }) => value)
const MAX_FILTERS = 10
const MAX_NOTES = 10
const MAX_VALUES = 20
const MAX_VALUE_LENGTH = 200
const NUMBER = String.raw`-?\d{1,12}(?:\.\d{1,6})?`
const A_NUMBER = new RegExp(`^${NUMBER}$`)
const RANGE = new RegExp(`^(${NUMBER})?\\.\\.(${NUMBER})?$`)
const PARAMETERS = /^(q|category|spec\..*|price|price\.min|price\.max|stock|sort|view|page|size|label)$/s
// Tracking parameters that advertisements and mails add to links.
const TRACKING = /^(utm_.*|_.*|.*clid|gbraid|wbraid|mc_[ce]id|igshid|li_fat_id)$/s

/** Returns the normalized text of a search: one line of at most 200 characters. */
export function cleanSearch(text: string): { text: string; isCut: boolean } {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  const line = text.toWellFormed().replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
  const characters = [...line.trim()]
  const cut = characters.slice(0, MAX_SEARCH_LENGTH).join('').trim()
  return { text: cut, isCut: characters.length > MAX_SEARCH_LENGTH }
}

/**
 * Reads a query from a URL: `q`, `category`, `spec.{key}`, `price`, `stock=1` and `sort`. A range is
 * `10..19`; forms without scripts send its ends as `.min` and `.max`. Invalid parameters are dropped
 * with a note.
 */
export function readCatalogueQuery(params: URLSearchParams): {
  query: CatalogueQuery
  notes: string[]
} {
  const notes: string[] = []
  const { text, isCut } = cleanSearch(params.get('q') ?? '')
  if (isCut) notes.push(`The search was cut to ${MAX_SEARCH_LENGTH} characters.`)
  const drop = (name: string) => notes.push(droppedNote(name))
  /** One of the texts that a parameter can have; anything else is dropped. */
  const choiceIn = <Choice extends string>(name: string, choices: readonly Choice[]) => {
    const given = params.get(name) ?? ''
    const choice = choices.find((choice) => choice === given)
    if (given !== '' && choice === undefined) drop(name)
    return choice
  }
  const price = rangeIn(params, 'price', drop)
  const query: CatalogueQuery = {
    text,
    category: params.get('category') || null,
    specifications: specificationsIn(params, drop),
    price,
    isInStock: choiceIn('stock', ['1']) !== undefined,
    sort: choiceIn('sort', sorts) ?? 'relevance',
    view: choiceIn('view', ['table', 'sizes']) ?? 'families',
  }
  for (const name of params.keys()) {
    if (!PARAMETERS.test(name) && !TRACKING.test(name)) drop(name)
  }
  return { query, notes: [...new Set(notes)].slice(0, MAX_NOTES) }
}

function droppedNote(name: string): string {
  const shown = [...cleanSearch(name).text].slice(0, 40).join('')
  return `The filter “${shown}” was dropped.`
}

/** Drops filters of unknown categories and specifications; a text may look like a range. */
export function knownFilters(
  query: CatalogueQuery,
  categories: readonly Category[],
): { query: CatalogueQuery; notes: string[] } {
  const all = categories.flatMap(({ specifications }) => specifications)
  const keys = new Set(all.map(({ key }) => key))
  const numbers = new Set(all.flatMap(({ key, kind }) => (kind === 'number' ? [key] : [])))
  const texts = new Set(all.flatMap(({ key, kind }) => (kind === 'number' ? [] : [key])))
  const isKnown = categories.some(({ slug }) => slug === query.category)
  const dropped = query.category !== null && !isKnown ? ['category'] : []
  const known = Object.entries(query.specifications).flatMap(([key, filter]) => {
    const { values, range } = filter
    const isNumber = numbers.has(key) && !texts.has(key)
    const valid = isNumber ? values.filter((value) => A_NUMBER.test(value)) : values
    if (!keys.has(key) || valid.length < values.length) dropped.push(key)
    if (!keys.has(key) || (valid.length === 0 && range === null)) return []
    return [[key, numbers.has(key) ? { values: valid, range } : asTexts(filter)]]
  })
  return {
    query: {
      ...query,
      category: isKnown ? query.category : null,
      specifications: Object.fromEntries(known),
    },
    notes: dropped.map(droppedNote),
  }
}

/** Returns the URL parameters of a query, the canonical form of `readCatalogueQuery`. */
export function catalogueParams(query: CatalogueQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (query.text !== '') params.set('q', query.text)
  if (query.category !== null) params.set('category', query.category)
  for (const [key, { values, range }] of Object.entries(query.specifications)) {
    for (const value of values) params.append(`spec.${key}`, value)
    if (range) params.append(`spec.${key}`, rangeText(range))
  }
  if (query.price) params.set('price', rangeText(query.price))
  if (query.isInStock) params.set('stock', '1')
  if (query.sort !== 'relevance') params.set('sort', query.sort)
  if (query.view !== 'families') params.set('view', query.view)
  return params
}

/** Whether a query asks for less than the whole catalogue in its usual order. */
export function isSearch(query: CatalogueQuery): boolean {
  return catalogueParams({ ...query, view: 'families' }).size > 0
}

export function hasFilters({ category, specifications, price, isInStock }: CatalogueQuery) {
  return category !== null || price !== null || isInStock || Object.keys(specifications).length > 0
}

/** A range as a value: that of a text that looks like one. */
export function asTexts({ values, range }: SpecificationFilter): SpecificationFilter {
  return range ? { values: [...values, rangeText(range)], range: null } : { values, range }
}

function rangeText({ min, max }: NumberRange): string {
  return `${min ?? ''}..${max ?? ''}`
}

type Drop = (name: string) => void

function specificationsIn(params: URLSearchParams, drop: Drop) {
  const filters: Record<string, SpecificationFilter> = {}
  const keys = new Set(
    [...params.keys()]
      .filter((name) => name.startsWith('spec.'))
      .map((name) => name.slice('spec.'.length).replace(/\.(min|max)$/, '')),
  )
  // Sorted, so that chips and links have one order wherever the URL was made.
  for (const key of [...keys].sort()) {
    const name = `spec.${key}`
    const given = params.getAll(name).filter((value) => value.trim() !== '')
    const values = [...new Set(given.filter((value) => !RANGE.test(value) && isPossible(value)))]
    const range = rangeIn(params, name, drop)
    if (values.length === 0 && range === null) {
      if (given.length > 0) drop(key)
    } else if (Object.keys(filters).length < MAX_FILTERS && /^[a-z0-9-]{1,40}$/.test(key)) {
      filters[key] = { values: values.slice(0, MAX_VALUES), range }
      if (values.length > MAX_VALUES || !given.every((value) => isPossible(value))) drop(key)
    } else {
      drop(key)
    }
  }
  return filters
}

/** Whether a product can have a value: the shop stores none with control characters. */
function isPossible(value: string): boolean {
  return value.length <= MAX_VALUE_LENGTH && value.isWellFormed() && !/\p{Cc}/u.test(value)
}

/** A range in `name`, or in `name.min` and `name.max`; null without one. */
function rangeIn(params: URLSearchParams, name: string, drop: Drop): NumberRange | null {
  const ends = `${params.get(`${name}.min`) ?? ''}..${params.get(`${name}.max`) ?? ''}`
  const given = params.getAll(name).find((value) => RANGE.test(value))
  const range = RANGE.exec(given ?? ends.replaceAll(' ', ''))
  const min = range?.[1] === undefined ? null : Number(range[1])
  const max = range?.[2] === undefined ? null : Number(range[2])
  if (min !== null && max !== null && min > max) return { min: max, max: min }
  if (min !== null || max !== null) return { min, max }
  const isEmpty = params.getAll(name).every((value) => value === '') && ends === '..'
  if (!isEmpty && (!name.startsWith('spec.') || ends !== '..')) drop(name.replace('spec.', ''))
  return null
}
