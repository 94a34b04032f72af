import type { z } from 'zod'
import { dollarsToCents } from '#platform/money.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { namesIn, plainPath, withOwnSeparator } from '#shop/catalogue/categories/category-paths.ts'
import { specificationsOf } from '#shop/catalogue/categories/category-tree.ts'
import {
  type SpecificationValues,
  specificationErrors,
  validValues,
} from '#shop/catalogue/categories/specification-values.ts'
import { isLeastOrder, LEAST_ORDER } from '#shop/catalogue/product-rules.ts'
import type { RowState } from '#shop/compared-files/row-states.ts'
import type { ImportMode } from '#shop/imports/store/product-import.ts'
import type { HeldNumbers } from '#shop/tables/columns/read-cell.ts'
import { CLEARS } from '#shop/tables/columns/read-cell.ts'
import type { FieldName } from '#shop/tables/columns/table-fields.ts'
import {
  type CatalogueProduct,
  type FieldChange,
  type FieldValue,
  fieldValue,
  keyOf,
} from './catalogue-product.ts'
import {
  type CellOf,
  type CompareContext,
  readCells,
  skuOf,
  type Values,
  whyAmbiguous,
} from './read-cells.ts'
import { readSpecificationCell } from './read-specification.ts'

export type ComparedRow = { state: RowState; changes: FieldChange[]; reasons: string[] }

/** Compares a row with the product that has its SKU (product 22.4). */
export function compareRow(
  row: {
    cells: readonly string[]
    held?: HeldNumbers | null
    problem: string | null
    restores: boolean
  },
  product: CatalogueProduct | undefined,
  context: CompareContext,
): ComparedRow {
  const sku = skuOf(row.cells, context.columns)
  const reasons = [
    ...(row.problem === null ? [] : [row.problem]),
    ...whyNotThisProduct(sku, product, row.restores, context.mode),
  ]
  // The rules of a new product do not matter to a row that adds none.
  if (reasons.length > 0 && !product && context.mode === 'change')
    return { state: 'refused', changes: [], reasons }
  const read = readCells(row.cells, row.held ?? {}, product, context)
  reasons.push(...read.reasons)
  const category = readCategory(read.values, product, context)
  if ('reason' in category) reasons.push(category.reason)
  const form = checkForm(sku, read.values, product, context)
  reasons.push(...form.reasons)
  const target = 'reason' in category ? undefined : category
  const specified = target && readSpecifications(read.cells, product, target, context)
  reasons.push(...(specified?.reasons ?? []))
  if (reasons.length > 0) return { state: 'refused', changes: [], reasons: [...new Set(reasons)] }

  const given: [FieldName, FieldValue][] = [
    ...Object.entries(form.values),
    ...(target?.path === undefined ? [] : [['category', target.path] as [FieldName, FieldValue]]),
    ...Object.entries(specified?.values ?? {}),
    ...(product?.deletedAt ? [['onSale', 'yes'] as [FieldName, FieldValue]] : []),
  ]
  const changes = given.flatMap(([field, to]): FieldChange[] => {
    const from = product ? fieldValue(product, field, context.paths) : null
    return from === to ? [] : [{ field, from, to }]
  })
  if (!product) return { state: 'new', changes, reasons }
  return { state: changes.length > 0 ? 'changed' : 'unchanged', changes, reasons }
}

function whyNotThisProduct(
  sku: string,
  product: CatalogueProduct | undefined,
  restores: boolean,
  mode: ImportMode,
): string[] {
  if (sku === '') return ['SKU is required']
  if (!product) return mode === 'change' ? ['No product has this SKU'] : []
  if (product.deletedAt && !restores) return ['This SKU belongs to a deleted product: restore it']
  return mode === 'add' ? ['This SKU belongs to another product, on sale or deleted.'] : []
}

/** Checks the fields by the rules of the form, and returns them as they are stored. */
function checkForm(
  sku: string,
  { category: _, onShelf, ...values }: Values,
  product: CatalogueProduct | undefined,
  { forms }: CompareContext,
): { values: Record<FieldName, FieldValue>; reasons: string[] } {
  const { promised = 0 } = product ?? {}
  // What is on the shelf is checked like what can be ordered, less what is promised.
  const given = onShelf === undefined ? values : { ...values, quantity: onShelf }
  const checked = (product ? forms.changed : forms.added).safeParse({ ...given, sku })
  if (!checked.success) {
    const isRequiredSku = ({ path }: z.core.$ZodIssue) => path[0] === 'sku' && sku === ''
    const issues = checked.error.issues.filter((issue) => !isRequiredSku(issue))
    return { values: {}, reasons: issues.map(({ message }) => message) }
  }
  const { perPrice, minQuantity = product?.minQuantity ?? 0 } = checked.data
  const unitPriceCents = perPrice ? dollarsToCents(perPrice) : (product?.unitPriceCents ?? 0)
  const isPriced = perPrice !== undefined || checked.data.minQuantity !== undefined
  if (isPriced && !isLeastOrder({ unitPriceCents, minQuantity }))
    return { values: {}, reasons: [LEAST_ORDER] }
  // Only fields that a product may lack can be empty.
  const stored: Record<FieldName, FieldValue | undefined> = Object.fromEntries(
    Object.entries(checked.data).map(([field, value]) => [
      field,
      value === '' ? null : (value as FieldValue),
    ]),
  )
  if (onShelf !== undefined) {
    const counted = Number(onShelf)
    if (counted < promised)
      return {
        values: {},
        reasons: [`On the shelf must be at least ${promised}, which are ordered and not shipped`],
      }
    stored.quantity = undefined
    stored.onShelf = counted
  }
  const entries = Object.entries(stored).filter(([, value]) => value !== undefined)
  return { values: Object.fromEntries(entries) as Record<FieldName, FieldValue>, reasons: [] }
}

/** The category that the product gets; one that will be made has the specifications of the one above it. */
type TargetCategory = { path?: string | null; category: Category | null; isMoved: boolean }

function readCategory(
  values: Values,
  product: CatalogueProduct | undefined,
  { paths, makesCategories, columns }: CompareContext,
): TargetCategory | { reason: string } {
  const stored = paths.categories.find(({ slug }) => slug === product?.category) ?? null
  const isPath = columns.some(({ choice }) => choice === 'category:path')
  const written = values.category
  const isDivided = isPath && typeof written === 'string' && !paths.find(written)
  const text = isDivided ? withOwnSeparator(written) : written
  if (text === undefined) return { category: stored, isMoved: false }
  if (typeof text !== 'string') return { path: null, category: null, isMoved: stored !== null }
  const category = paths.find(text)
  if (category) {
    const isMoved = category.slug !== stored?.slug
    return { path: paths.pathOf(category.slug), category, isMoved }
  }
  if (!makesCategories) return { reason: `There is no category ${text}` }
  const above = paths.find(namesIn(text)[0] ?? '') ?? null
  if (paths.canMake(text)) return { path: plainPath(text), category: above, isMoved: true }
  const levels = namesIn(text).length
  return {
    reason:
      levels > 2
        ? `The category ${text} has ${levels} levels, and the shop has two: shorten it`
        : `The category ${text} can’t be made: at most two levels, with names of up to 60 characters`,
  }
}

/** Reads specifications by those of the category. A move drops values that are invalid in it. */
function readSpecifications(
  cells: CellOf[],
  product: CatalogueProduct | undefined,
  { category, isMoved }: TargetCategory,
  { left, paths }: CompareContext,
): { values: Record<FieldName, FieldValue>; reasons: string[] } {
  const own = specificationsOf(paths.categories, category?.slug ?? null)
  const stored = (product?.specifications ?? {}) as SpecificationValues
  const kept = isMoved ? validValues(own, stored) : stored
  const values: Record<FieldName, FieldValue> = {}
  for (const key of Object.keys(stored)) if (!(key in kept)) values[`specifications.${key}`] = null
  const reasons: string[] = []
  const next: SpecificationValues = { ...kept }
  for (const { column, cell, held } of cells) {
    const { field, heading, mark } = column
    const key = keyOf(field.name) ?? ''
    const specification = own.find((specification) => specification.key === key)
    if (cell === CLEARS) {
      values[field.name] = null
      delete next[key]
      continue
    }
    const value = specification && readSpecificationCell(cell, specification, heading, mark, held)
    // A value without a place refuses no row (product 22.3).
    if (value === undefined) left.set(column.at, (left.get(column.at) ?? 0) + 1)
    else if (typeof value === 'object') reasons.push(whyAmbiguous(heading, cell))
    else {
      values[field.name] = value
      next[key] = value
    }
  }
  const errors = reasons.length > 0 ? {} : specificationErrors(own, next)
  return { values, reasons: [...reasons, ...Object.values(errors)] }
}
