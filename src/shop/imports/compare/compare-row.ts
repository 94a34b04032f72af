import type { z } from 'zod'
import { cleanText, oneLine } from '#platform/clean-text.ts'
import { firstCharacters } from '#platform/text.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { type CategoryPaths, plainPath } from '#shop/catalogue/categories/category-paths.ts'
import {
  type SpecificationValues,
  specificationErrors,
  validValues,
} from '#shop/catalogue/categories/specification-values.ts'
import type { ImportField } from '#shop/imports/store/import-fields.ts'
import type { ImportMode } from '#shop/imports/store/product-import.ts'
import { importedProduct } from '#shop/product-admin/product-forms.ts'
import {
  CLEARS,
  type ColumnMark,
  cellText,
  isExportOf,
  readNumberCell,
  whyNoValue,
  withoutMark,
} from '#shop/tables/columns/read-cell.ts'
import type { FieldName } from '#shop/tables/columns/table-fields.ts'
import type { RowState } from '#shop/tables/row-states.ts'
import {
  type CatalogueProduct,
  exportText,
  type FieldChange,
  type FieldValue,
  fieldValue,
  keyOf,
} from './catalogue-product.ts'
import { readSpecificationCell } from './read-specification.ts'

export type ComparedRow = { state: RowState; changes: FieldChange[]; reasons: string[] }

/** A column that is read. */
export type ReadColumn = { at: number; heading: string; field: ImportField; mark: ColumnMark }

export type CompareContext = {
  columns: ReadColumn[]
  mode: ImportMode
  makesCategories: boolean
  paths: CategoryPaths
  /** The URL of an image that was uploaded under this name. */
  imageNamed: (fileName: string) => string | undefined
}

const importedChanges = importedProduct.partial()
/** More is no SKU, and too long for an index. */
const LONGEST_SKU = 100

/** Returns the SKU of a row in the form that is stored; empty without one. */
export function skuOf(cells: readonly string[], columns: readonly ReadColumn[]): string {
  const column = columns.find(({ field }) => field.name === 'sku')
  const text = cleanText(withoutMark(oneLine(cells[column?.at ?? -1] ?? '')))
  return firstCharacters(text.trim().toUpperCase(), LONGEST_SKU)
}

/** Compares a row with the product that has its SKU (product 22.4). */
export function compareRow(
  row: { cells: readonly string[]; problem: string | null; restores: boolean },
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
  const read = readCells(row.cells, product, context)
  reasons.push(...read.reasons)
  const category = readCategory(read.values, product, context)
  if ('reason' in category) reasons.push(category.reason)
  const form = checkForm(sku, read.values, product)
  reasons.push(...form.reasons)
  const target = 'reason' in category ? undefined : category
  const specified = target && readSpecifications(read.cells, product, target)
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

const whyAmbiguous = (heading: string, cell: string) =>
  `${heading}: choose the decimal mark of ${cell}`

type CellOf = { column: ReadColumn; cell: string }
type Values = Record<FieldName, unknown>

/** Reads the cells that are not empty and not what an export of the product would have. */
function readCells(
  cells: readonly string[],
  product: CatalogueProduct | undefined,
  { columns, paths, imageNamed }: CompareContext,
): { values: Values; cells: CellOf[]; reasons: string[] } {
  const values: Values = {}
  const specified: CellOf[] = []
  const reasons: string[] = []
  for (const column of columns) {
    const { at, field, heading, mark } = column
    const cell = cellText(cells[at], field.kind)
    if (cell === '' || field.name === 'sku' || field.name === 'asOf') continue
    const stored = product && exportText(field.name, fieldValue(product, field.name, paths))
    if (stored !== undefined && stored !== '' && isExportOf(cell, stored, field.kind)) continue
    const problem = whyNoValue(cell)
    if (problem !== null) reasons.push(`${heading} ${problem}`)
    else if (field.kind === 'specification') specified.push({ column, cell: withoutMark(cell) })
    else {
      const value = readValue(withoutMark(cell), field, mark, imageNamed)
      if (typeof value === 'object' && value !== null) reasons.push(whyAmbiguous(heading, cell))
      else values[field.name] = value
    }
  }
  return { values, cells: specified, reasons }
}

function readValue(
  cell: string,
  { kind }: ImportField,
  mark: ColumnMark,
  imageNamed: CompareContext['imageNamed'],
) {
  if (cell === CLEARS) return kind === 'text' || kind === 'lines' ? '' : null
  if (kind === 'whole' || kind === 'price') return readNumberCell(cell, mark)
  if (kind === 'image')
    return cell.startsWith('/media/') ? cell : (imageNamed(cell) ?? `/media/${cell}`)
  return cell
}

/** Checks the fields by the rules of the form, and returns them as they are stored. */
function checkForm(
  sku: string,
  { category: _, onShelf, ...values }: Values,
  product: CatalogueProduct | undefined,
): { values: Record<FieldName, FieldValue>; reasons: string[] } {
  const { promised = 0 } = product ?? {}
  // What is on the shelf is checked like what can be ordered, less what is promised.
  const given = onShelf === undefined ? values : { ...values, quantity: onShelf }
  const checked = (product ? importedChanges : importedProduct).safeParse({ ...given, sku })
  if (!checked.success) {
    const isRequiredSku = ({ path }: z.core.$ZodIssue) => path[0] === 'sku' && sku === ''
    const issues = checked.error.issues.filter((issue) => !isRequiredSku(issue))
    return { values: {}, reasons: issues.map(({ message }) => message) }
  }
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

/** The category that the product gets; one that will be made has no specifications yet. */
type TargetCategory = { path?: string | null; category: Category | null; isMoved: boolean }

function readCategory(
  values: Values,
  product: CatalogueProduct | undefined,
  { paths, makesCategories }: CompareContext,
): TargetCategory | { reason: string } {
  const stored = paths.categories.find(({ slug }) => slug === product?.category) ?? null
  const text = values.category
  if (text === undefined) return { category: stored, isMoved: false }
  if (typeof text !== 'string') return { path: null, category: null, isMoved: stored !== null }
  const category = paths.find(text)
  if (category) {
    const isMoved = category.slug !== stored?.slug
    return { path: paths.pathOf(category.slug), category, isMoved }
  }
  if (!makesCategories) return { reason: `There is no category ${text}` }
  if (paths.canMake(text)) return { path: plainPath(text), category: null, isMoved: true }
  return {
    reason: `The category ${text} can’t be made: at most two levels, with names of up to 60 characters`,
  }
}

/** Reads specifications by those of the category. A move drops values that are invalid in it. */
function readSpecifications(
  cells: CellOf[],
  product: CatalogueProduct | undefined,
  { category, isMoved }: TargetCategory,
): { values: Record<FieldName, FieldValue>; reasons: string[] } {
  const own = category?.specifications ?? []
  const stored = (product?.specifications ?? {}) as SpecificationValues
  const kept = isMoved ? validValues(own, stored) : stored
  const values: Record<FieldName, FieldValue> = {}
  for (const key of Object.keys(stored)) if (!(key in kept)) values[`specifications.${key}`] = null
  const reasons: string[] = []
  const next: SpecificationValues = { ...kept }
  for (const { column, cell } of cells) {
    const { field, heading, mark } = column
    const key = keyOf(field.name) ?? ''
    const specification = own.find((specification) => specification.key === key)
    if (cell === CLEARS) {
      values[field.name] = null
      delete next[key]
      continue
    }
    const value = specification && readSpecificationCell(cell, specification, heading, mark)
    if (value === undefined) reasons.push(`${heading}: the category has no such specification`)
    else if (typeof value === 'object') reasons.push(whyAmbiguous(heading, cell))
    else {
      values[field.name] = value
      next[key] = value
    }
  }
  const errors = reasons.length > 0 ? {} : specificationErrors(own, next)
  return { values, reasons: [...reasons, ...Object.values(errors)] }
}
