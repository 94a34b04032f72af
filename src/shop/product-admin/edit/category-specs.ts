import type { Category } from '#shop/catalogue/categories/category.ts'
import { specificationsOf } from '#shop/catalogue/categories/category-tree.ts'
import {
  type SpecificationValues,
  specificationErrors,
} from '#shop/catalogue/categories/specification-values.ts'

export type CategorySpecs = { category: string | null; specifications: SpecificationValues }

/**
 * Converts a category and its values to the form's field: one text, because a category and its
 * values are compared, drafted and merged as a whole. Equal ones have equal texts.
 */
export function categorySpecsText({ category, specifications }: CategorySpecs): string {
  const sorted = Object.entries(specifications).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([category, sorted])
}

/** Parses the field's value. A number that could not be read is NaN. */
export function readCategorySpecs(text: string): CategorySpecs {
  const [category, entries]: [string | null, [string, number | string | null][]] = JSON.parse(text)
  const values = entries.map(([key, value]) => [key, value ?? Number.NaN] as const)
  return { category, specifications: Object.fromEntries(values) }
}

/**
 * Parses a typed number with a decimal point or comma. Empty for no text, NaN for anything else, and
 * for `1,250`, which may be 1.25 or 1250.
 */
export function readSpecificationNumber(text: string): number | '' {
  const typed = text.trim()
  if (typed === '') return ''
  if (/^-?[1-9]\d{0,2},\d{3}$/.test(typed)) return Number.NaN
  const plain = typed.replace(/^(-?\d*),(\d+)$/, '$1.$2')
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

export function categorySpecsErrors(text: string, categories: readonly Category[]): Record<string, string> {
  const { category, specifications } = readCategorySpecs(text)
  const known = specificationsOf(categories, category)
  const errors = Object.entries(specificationErrors(known, specifications))
  return Object.fromEntries(errors.map(([field, error]) => [field.split('.')[1] ?? '', error]))
}

/** Describes a category and its values in words: "Wrenches: Jaw width 13 mm, Finish chrome". */
export function categorySpecsWords(text: string, categories: readonly Category[]): string {
  const { category, specifications } = readCategorySpecs(text)
  const entry = categories.find(({ slug }) => slug === category)
  if (!entry) return category ?? 'No category'
  const values = specificationsOf(categories, category).flatMap(({ key, name, unit }) => {
    const value = specifications[key]
    if (value === undefined) return []
    return [`${name} ${value.toLocaleString('en-US')}${unit ? ` ${unit}` : ''}`]
  })
  return values.length === 0 ? entry.name : `${entry.name}: ${values.join(', ')}`
}
