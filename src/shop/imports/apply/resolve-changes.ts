import { dollarsToCents } from '#platform/money.ts'
import type { CategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { specificationsOf } from '#shop/catalogue/categories/category-tree.ts'
import {
  type SpecificationValues,
  specificationErrors,
} from '#shop/catalogue/categories/specification-values.ts'
import { columnOf, type ProductFieldName } from '#shop/catalogue/product-fields.ts'
import type { FieldChange } from '#shop/imports/compare/catalogue-product.ts'
import {
  type CatalogueProduct,
  DELETED,
  type FieldValue,
  fieldValue,
  keyOf,
} from '#shop/imports/compare/catalogue-product.ts'
import { isOfFamily } from '#shop/imports/store/import-fields.ts'
import type { WrittenProduct } from '#shop/product-admin/write-products.server.ts'
import { isStock } from '#shop/tables/columns/table-fields.ts'

/** What a product becomes, null if it stays; its version grows if more than its stock changes. */
export type Resolved = {
  product: WrittenProduct | null
  delta: number
  /** For each change: null if it is made, or the value that was found instead of `from`. */
  targets: ({ current: FieldValue } | null)[]
}

/**
 * Resolves changes against the product as it is now. A field that changed in the meantime is stale and
 * stays; stock is changed by its difference, so that sales in between do not matter, but never below what
 * is promised (product 22.6).
 */
export function resolveChanges(
  product: CatalogueProduct,
  changes: FieldChange[],
  paths: CategoryPaths,
  now: Date,
): Resolved {
  const isDeleted = product.deletedAt !== null && !product.isDiscontinued
  const isGone = isDeleted && !changes.some(({ field }) => field === 'onSale')
  if (isGone) return { product: null, delta: 0, targets: changes.map(() => ({ current: DELETED })) }
  let delta = 0
  const made: FieldChange[] = []
  const targets = changes.map((change) => {
    const current = fieldValue(product, change.field, paths)
    if (isStock(change.field)) {
      const difference = Number(change.to) - Number(change.from)
      if (product.quantity + difference < 0) return { current }
      delta = difference
      return null
    }
    // Said of the family, which is changed at the end.
    if (isOfFamily(change.field)) return null
    if (current !== change.from || isUnknownCategory(change, paths)) return { current }
    made.push(change)
    return null
  })
  const resolved = (made: FieldChange[], targets: Resolved['targets']): Resolved => {
    if (made.length === 0 && delta === 0) return { product: null, delta, targets }
    const written = made.length > 0 ? applyTo(product, made, paths, now) : product
    return { product: { ...written, quantity: product.quantity + delta }, delta, targets }
  }
  if (!made.some(isDescription) || hasValidSpecifications(applyTo(product, made, paths, now), paths))
    return resolved(made, targets)
  // The category lost a specification, or moved away from under its values.
  return resolved(
    made.filter((change) => !isDescription(change)),
    changes.map((change, at) =>
      isDescription(change) ? { current: fieldValue(product, change.field, paths) } : (targets[at] ?? null),
    ),
  )
}

export function isUnknownCategory({ field, to }: FieldChange, paths: CategoryPaths): boolean {
  return field === 'category' && typeof to === 'string' && paths.find(to) === undefined
}

/** Whether a change is one of the category or a specification, which must fit each other. */
export const isDescription = ({ field }: FieldChange) => field === 'category' || keyOf(field) !== undefined

function hasValidSpecifications(product: WrittenProduct, { categories }: CategoryPaths): boolean {
  const own = specificationsOf(categories, product.category)
  const values = product.specifications as SpecificationValues
  return Object.keys(specificationErrors(own, values)).length === 0
}

type SaleState = 'yes' | 'no' | typeof DELETED
export const statesOf = (now: Date) => ({
  yes: { deletedAt: null, isDiscontinued: false, successorId: null },
  no: { deletedAt: now, isDiscontinued: true },
  deleted: { deletedAt: now, isDiscontinued: false, successorId: null },
})

/** Returns a product after changes other than those of its stock. */
export function applyTo(
  product: WrittenProduct,
  changes: FieldChange[],
  paths: CategoryPaths,
  now: Date,
): WrittenProduct {
  const values = { ...(product.specifications as SpecificationValues) }
  const columns: Record<string, unknown> = {}
  for (const { field, to } of changes) {
    const key = keyOf(field)
    if (key !== undefined && to === null) delete values[key]
    else if (key !== undefined && to !== null) values[key] = to
    else if (field === 'perPrice') columns.unitPriceCents = dollarsToCents(Number(to))
    else if (field === 'category') columns.category = paths.find(String(to ?? ''))?.slug ?? null
    // At the end, when all rows have been compared with it.
    else if (isOfFamily(field)) continue
    else if (field === 'onSale') Object.assign(columns, statesOf(now)[to as SaleState])
    else columns[columnOf(field as ProductFieldName) ?? field] = to
  }
  return { ...product, ...columns, specifications: values, version: product.version + 1 }
}
