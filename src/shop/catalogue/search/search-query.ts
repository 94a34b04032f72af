import type { Category } from '#shop/catalogue/categories/category.ts'
import { cleanSearch, MAX_SEARCH_LENGTH } from './search-text.ts'

/** The sort orders of a search; relevance is the first. */
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

/** What to find in the catalogue. */
export type CatalogueQuery = {
  /** Words, sizes or a SKU; empty finds all. */
  text: string
  /** A category with the categories below it. */
  category: string | null
  /** By the key of the specification. */
  specifications: Record<string, SpecificationFilter>
  /** Dollars. */
  price: NumberRange | null
  /** Only what can be ordered now. */
  isInStock: boolean
  sort: SearchSort
  /** Shown as a table instead of cards. */
  isTable: boolean
}

export const everything: CatalogueQuery = {
  text: '',
  category: null,
  specifications: {},
  price: null,
  isInStock: false,
  sort: 'relevance',
  isTable: false,
}

const MAX_FILTERS = 10
const MAX_VALUES = 20
const MAX_VALUE_LENGTH = 200
const NUMBER = String.raw`-?\d{1,12}(?:\.\d{1,6})?`
const RANGE = new RegExp(`^(${NUMBER})?\\.\\.(${NUMBER})?$`)

/**
 * Reads a query from a URL: `q`, `category`, `spec.{key}`, `price`, `stock=1` and `sort`. A range is
 * `10..19`; forms without scripts send its ends as `.min` and `.max`. Whatever is not understood is
 * dropped with a note.
 */
export function readCatalogueQuery(params: URLSearchParams): {
  query: CatalogueQuery
  notes: string[]
} {
  const notes: string[] = []
  const { text, isCut } = cleanSearch(params.get('q') ?? '')
  if (isCut) notes.push(`The search was cut to ${MAX_SEARCH_LENGTH} characters.`)
  const drop = (name: string) => notes.push(`The filter “${name.slice(0, 40)}” was dropped.`)
  const sort = searchSorts.find(({ value }) => value === params.get('sort'))
  const price = rangeIn(params, 'price', drop)
  return {
    query: {
      text,
      category: params.get('category') || null,
      specifications: specificationsIn(params, drop),
      price,
      isInStock: params.get('stock') === '1',
      sort: sort?.value ?? 'relevance',
      isTable: params.get('view') === 'table',
    },
    notes: [...new Set(notes)],
  }
}

/** Drops filters of unknown categories and specifications. */
export function knownFilters(
  query: CatalogueQuery,
  categories: readonly Category[],
): { query: CatalogueQuery; notes: string[] } {
  const keys = new Set(
    categories.flatMap(({ specifications }) => specifications.map(({ key }) => key)),
  )
  const isKnown = categories.some(({ slug }) => slug === query.category)
  const unknown = Object.keys(query.specifications).filter((key) => !keys.has(key))
  const known = Object.entries(query.specifications).filter(([key]) => keys.has(key))
  const dropped = [...(query.category !== null && !isKnown ? ['category'] : []), ...unknown]
  return {
    query: {
      ...query,
      category: isKnown ? query.category : null,
      specifications: Object.fromEntries(known),
    },
    notes: dropped.map((name) => `The filter “${name.slice(0, 40)}” was dropped.`),
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
  if (query.isTable) params.set('view', 'table')
  return params
}

/** Whether a query asks for less than the whole catalogue in its usual order. */
export function isSearch(query: CatalogueQuery): boolean {
  return catalogueParams({ ...query, isTable: false }).size > 0
}

export function hasFilters({ category, specifications, price, isInStock }: CatalogueQuery) {
  return category !== null || price !== null || isInStock || Object.keys(specifications).length > 0
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
  for (const key of keys) {
    const name = `spec.${key}`
    const given = params.getAll(name).filter((value) => value.trim() !== '')
    const values = given.filter((value) => !RANGE.test(value) && value.length <= MAX_VALUE_LENGTH)
    const range = rangeIn(params, name, drop)
    if (values.length === 0 && range === null) {
      if (given.length > 0) drop(key)
    } else if (Object.keys(filters).length < MAX_FILTERS && /^[a-z0-9-]{1,40}$/.test(key)) {
      filters[key] = { values: [...new Set(values)].slice(0, MAX_VALUES), range }
    } else {
      drop(key)
    }
  }
  return filters
}

/** A range in `name`, or in `name.min` and `name.max`; null without one. */
function rangeIn(params: URLSearchParams, name: string, drop: Drop): NumberRange | null {
  const ends = `${params.get(`${name}.min`) ?? ''}..${params.get(`${name}.max`) ?? ''}`
  const given = params.getAll(name).find((value) => RANGE.test(value))
  const found = RANGE.exec(given ?? ends.replaceAll(' ', ''))
  const min = found?.[1] === undefined ? null : Number(found[1])
  const max = found?.[2] === undefined ? null : Number(found[2])
  if (min !== null && max !== null && min > max) return { min: max, max: min }
  if (min !== null || max !== null) return { min, max }
  const isEmpty = params.getAll(name).every((value) => value === '') && ends === '..'
  if (!isEmpty && (!name.startsWith('spec.') || ends !== '..')) drop(name.replace('spec.', ''))
  return null
}
