import { dollarsToCents } from '#platform/money.ts'
import type { WrittenProduct } from '#shop/catalogue/admin/write-products.server.ts'
import {
  type SpecificationValues,
  specificationErrors,
} from '#shop/catalogue/categories/specification-values.ts'
import {
  type CatalogueProduct,
  type FieldValue,
  fieldValue,
  keyOf,
} from '#shop/catalogue/imports/compare/catalogue-product.ts'
import type { CategoryPaths } from '#shop/catalogue/imports/compare/category-paths.ts'
import type { FieldChange } from '#shop/catalogue/imports/compare/compare-row.ts'

/** What a product becomes: its columns if one changes, and the difference of its stock. */
export type Resolved = {
  product: WrittenProduct | null
  delta: number
  /** For each change: null if it is made, or the value that was found instead of `from`. */
  found: ({ current: FieldValue } | null)[]
}

const STOCK = ['quantity', 'onShelf']

/** What `current` says of a product that was deleted. */
export const DELETED = 'deleted'

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
  const isGone = product.deletedAt !== null && !changes.some(({ field }) => field === 'onSale')
  if (isGone) return { product: null, delta: 0, found: changes.map(() => ({ current: DELETED })) }
  let delta = 0
  const made: FieldChange[] = []
  const found = changes.map((change) => {
    const current = fieldValue(product, change.field, paths)
    if (STOCK.includes(change.field)) {
      const difference = Number(change.to) - Number(change.from)
      if (product.quantity + difference < 0) return { current }
      delta = difference
      return null
    }
    if (current !== change.from || isUnknownCategory(change, paths)) return { current }
    made.push(change)
    return null
  })
  const changed = applyTo(product, made, paths, now)
  if (isDescribed(made) && !hasValidSpecifications(changed, paths)) {
    // The category lost a specification, or moved away from under its values.
    const isOurs = ({ field }: FieldChange) => field === 'category' || keyOf(field) !== undefined
    const rest = made.filter((change) => !isOurs(change))
    const stale = changes.map((change, at) =>
      isOurs(change) ? { current: fieldValue(product, change.field, paths) } : (found[at] ?? null),
    )
    return {
      product: rest.length > 0 ? applyTo(product, rest, paths, now) : null,
      delta,
      found: stale,
    }
  }
  return { product: made.length > 0 ? changed : null, delta, found }
}

function isUnknownCategory({ field, to }: FieldChange, paths: CategoryPaths): boolean {
  return field === 'category' && typeof to === 'string' && paths.find(to) === undefined
}

const isDescribed = (changes: FieldChange[]) =>
  changes.some(({ field }) => field === 'category' || keyOf(field) !== undefined)

function hasValidSpecifications(product: WrittenProduct, { categories }: CategoryPaths): boolean {
  const own = categories.find(({ slug }) => slug === product.category)?.specifications ?? []
  const values = product.specifications as SpecificationValues
  return Object.keys(specificationErrors(own, values)).length === 0
}

/** Returns the columns of a product after changes other than those of its stock. */
export function applyTo(
  product: Omit<CatalogueProduct, 'quantity' | 'promised' | 'version'>,
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
    else if (field === 'imgURL') columns.image = to
    else if (field === 'category') columns.category = paths.find(String(to ?? ''))?.slug ?? null
    else if (field === 'onSale') columns.deletedAt = to === 'yes' ? null : now
    else columns[field] = to
  }
  return {
    id: product.id,
    sku: product.sku,
    name: product.name,
    description: product.description,
    unitPriceCents: product.unitPriceCents,
    minQuantity: product.minQuantity,
    image: product.image,
    category: product.category,
    bin: product.bin,
    gtin: product.gtin,
    weight: product.weight,
    family: product.family,
    size: product.size,
    deletedAt: product.deletedAt,
    ...columns,
    specifications: values,
  }
}
