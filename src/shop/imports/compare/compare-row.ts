import { z } from 'zod'
import { dollarsToCents } from '#platform/money.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { namesIn, plainPath, withOwnSeparator } from '#shop/catalogue/categories/category-paths.ts'
import { specificationsOf } from '#shop/catalogue/categories/category-tree.ts'
import {
  type SpecificationValues,
  specificationErrors,
  validValues,
} from '#shop/catalogue/categories/specification-values.ts'
import { familyPosition, isLeastOrder, LEAST_ORDER, longText } from '#shop/catalogue/product-rules.ts'
import type { RowState } from '#shop/compared-files/row-states.ts'
import { isOfFamily } from '#shop/imports/store/import-fields.ts'
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

/** What some cells of a row say: the values that the product gets, by field, or why it can't have them. */
type Part = { values: Record<FieldName, FieldValue>; reasons: string[] }

type RowOfFile = {
  cells: readonly string[]
  held?: HeldNumbers | null
  problem: string | null
  restores: boolean
}

/** Compares a row with the product that has its SKU (product 22.4). */
export function compareRow(
  { cells, held, problem, restores }: RowOfFile,
  product: CatalogueProduct | undefined,
  context: CompareContext,
): ComparedRow {
  const sku = skuOf(cells, context.columns)
  const whyNot = [problem ?? [], whyNotThisProduct(sku, product, restores, context.mode)].flat()
  // The rules of a new product do not matter to a row that adds none.
  if (whyNot.length > 0 && !product && context.mode === 'change') return refused(whyNot)
  const read = readCells(cells, held ?? {}, product, context)
  const category = readCategory(read.values, product, context)
  const form = checkForm(sku, read.values, product, context)
  const specified = readSpecifications(read.cells, product, category.target, context)
  const family = readFamily(read.values, product)
  const parts = [read, category, form, specified, family]
  const reasons = [...whyNot, ...parts.flatMap(({ reasons }) => reasons)]
  if (reasons.length > 0) return refused(reasons)
  const values: Part['values'] = {
    ...form.values,
    ...category.values,
    ...specified.values,
    ...family.values,
    ...(isDeleted(product) && { onSale: 'yes' }),
    ...(read.values.onSale !== undefined && { onSale: read.values.onSale as string }),
  }
  const changes = Object.entries(values).flatMap(([field, to]): FieldChange[] => {
    // What is new is on sale unless the file says otherwise.
    const blank = field === 'onSale' ? 'yes' : null
    // What another family says is known when the file is applied.
    const isOfOther = isOfFamily(field) && values.family !== (product?.family ?? undefined)
    const isMoved = isOfOther && values.family !== undefined
    const from = product && !isMoved ? fieldValue(product, field, context.paths) : blank
    return from === to ? [] : [{ field, from, to }]
  })
  if (!product) return { state: 'new', changes, reasons }
  return { state: changes.length > 0 ? 'changed' : 'unchanged', changes, reasons }
}

/** Discontinued products are changed like those on sale. */
const isDeleted = (product: CatalogueProduct | undefined) =>
  Boolean(product?.deletedAt && !product.isDiscontinued)

function refused(reasons: string[]): ComparedRow {
  return { state: 'refused', changes: [], reasons: [...new Set(reasons)] }
}

function whyNotThisProduct(
  sku: string,
  product: CatalogueProduct | undefined,
  restores: boolean,
  mode: ImportMode,
): string[] {
  if (sku === '') return ['SKU is required']
  if (!product) return mode === 'change' ? ['No product has this SKU'] : []
  if (isDeleted(product) && !restores) return ['This SKU belongs to a deleted product: restore it']
  return mode === 'add' ? ['This SKU belongs to another product, on sale or deleted.'] : []
}

/** Checks the fields by the rules of the form, and returns them as they are stored. */
function checkForm(
  sku: string,
  { category: _, onSale: __, onShelf, ...values }: Values,
  product: CatalogueProduct | undefined,
  { forms }: CompareContext,
): Part {
  // What is on the shelf is checked like what can be ordered, less what is promised.
  const given = onShelf === undefined ? values : { ...values, quantity: onShelf }
  const checked = (product ? forms.changed : forms.added).safeParse({ ...given, sku })
  if (!checked.success) {
    // A row without SKU has its reason already.
    const issues = checked.error.issues.filter(({ path }) => sku !== '' || path[0] !== 'sku')
    return { values: {}, reasons: issues.map(({ message }) => message) }
  }
  const { perPrice, minQuantity } = checked.data
  const priced = {
    unitPriceCents: perPrice ? dollarsToCents(perPrice) : (product?.unitPriceCents ?? 0),
    minQuantity: minQuantity ?? product?.minQuantity ?? 0,
  }
  const isPriced = perPrice !== undefined || minQuantity !== undefined
  if (isPriced && !isLeastOrder(priced)) return { values: {}, reasons: [LEAST_ORDER] }
  const { promised = 0 } = product ?? {}
  if (onShelf !== undefined && Number(onShelf) < promised) {
    const why = `On the shelf must be at least ${promised}, which are ordered and not shipped`
    return { values: {}, reasons: [why] }
  }
  const stock = onShelf === undefined ? {} : { quantity: undefined, onShelf: Number(onShelf) }
  const stored = Object.entries({ ...checked.data, ...stock }).flatMap(([field, value]) =>
    // Only fields that a product may lack can be empty.
    value === undefined ? [] : [[field, value === '' ? null : value]],
  )
  return { values: Object.fromEntries(stored), reasons: [] }
}

const familyCells = z.object({ familyText: longText, familyOrder: familyPosition.optional() })

/** Checks what a row says of the product's family. */
function readFamily(
  { family, familyText, familyOrder: order }: Values,
  product: CatalogueProduct | undefined,
): Part {
  if (familyText === undefined && order === undefined) return { values: {}, reasons: [] }
  const familyOrder = order === '' ? null : order && Number(order)
  const checked = familyCells.safeParse({ familyText, familyOrder })
  const { success, data = {}, error } = checked
  const reasons = success ? [] : error.issues.map(({ message }) => `Family: ${message}`)
  if (!(family ?? product?.family)) reasons.push('Family text and Family order need a family')
  const values = Object.entries(data).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value === '' ? null : value]],
  )
  return { values: Object.fromEntries(values), reasons }
}

/** The category that the product gets; one that will be made has the specifications of the one above it. */
type Target = { category: Category | null; isMoved: boolean }

/** Reads the category; without a target it can't be one. */
function readCategory(
  { category: written }: Values,
  product: CatalogueProduct | undefined,
  { paths, makesCategories, columns }: CompareContext,
): Part & { target: Target | null } {
  const stored = paths.categories.find(({ slug }) => slug === product?.category) ?? null
  const to = (path: string | null, category: Category | null, isMoved: boolean) => {
    return { values: { category: path }, reasons: [], target: { category, isMoved } }
  }
  if (written === undefined) return { values: {}, reasons: [], target: { category: stored, isMoved: false } }
  if (typeof written !== 'string') return to(null, null, stored !== null)
  const isPath = columns.some(({ choice }) => choice === 'category:path')
  const text = isPath && !paths.find(written) ? withOwnSeparator(written) : written
  const known = paths.find(text)
  if (known) return to(paths.pathOf(known.slug), known, known.slug !== stored?.slug)
  const names = namesIn(text)
  if (makesCategories && paths.canMake(text))
    return to(plainPath(text), paths.find(names[0] ?? '') ?? null, true)
  const why =
    names.length > 2
      ? `The category ${text} has ${names.length} levels, and the shop has two: shorten it`
      : `The category ${text} can’t be made: at most two levels, with names of up to 60 characters`
  return {
    values: {},
    reasons: [makesCategories ? why : `There is no category ${text}`],
    target: null,
  }
}

/** Reads specifications by those of the category. A move drops values that are invalid in it. */
function readSpecifications(
  cells: CellOf[],
  product: CatalogueProduct | undefined,
  target: Target | null,
  { left, paths }: CompareContext,
): Part {
  if (!target) return { values: {}, reasons: [] }
  const { category, isMoved } = target
  const own = specificationsOf(paths.categories, category?.slug ?? null)
  const stored = (product?.specifications ?? {}) as SpecificationValues
  const kept = isMoved ? validValues(own, stored) : stored
  const values: Part['values'] = {}
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
