import { cents, centsToDollars } from '#platform/money.ts'
import type { CategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { columnOf, type ProductFieldName } from '#shop/catalogue/product-fields.ts'
import type { FullProductRow } from '#shop/catalogue/products.server.ts'
import type { FieldName } from '#shop/tables/columns/table-fields.ts'

export type CatalogueProduct = FullProductRow & {
  /** Its own, or its family's; `image` is what it stores. */
  shownImage: string
  deletedAt: Date | null
  /** The pieces that are ordered and not shipped; 0 if nobody asked. */
  promised: number
  /** Of its family. */
  familyText?: string | null
  familyOrder?: number | null
}

/** The value of a field; a category is its path. */
export type FieldValue = string | number | null

/** A changed field with its values before and after; `from` is null for a new product. */
export type FieldChange = { field: FieldName; from: FieldValue; to: FieldValue }

/** What is said of a product that was deleted. */
export const DELETED = 'deleted'

const SPECIFICATION = 'specifications.'

/** The key of a specification's field; undefined for other fields. */
export const keyOf = (field: FieldName): string | undefined =>
  field.startsWith(SPECIFICATION) ? field.slice(SPECIFICATION.length) : undefined

export function fieldValue(
  product: CatalogueProduct,
  field: FieldName,
  { pathOf }: CategoryPaths,
): FieldValue {
  const key = keyOf(field)
  if (key !== undefined) return (product.specifications as Record<string, FieldValue>)[key] ?? null
  switch (field) {
    case 'perPrice':
      return centsToDollars(cents(product.unitPriceCents))
    case 'onShelf':
      return product.quantity + product.promised
    case 'category':
      return product.category === null ? null : pathOf(product.category)
    case 'onSale':
      if (product.isDiscontinued) return 'no'
      return product.deletedAt === null ? 'yes' : DELETED
    case 'imgURL':
      return product.shownImage
    case 'familyText':
    case 'familyOrder':
      return product[field] ?? null
    default:
      return (product[columnOf(field as ProductFieldName) ?? 'id'] as FieldValue) ?? null
  }
}

export function exportText(field: FieldName, value: FieldValue): string {
  if (value === null) return ''
  return field === 'perPrice' && typeof value === 'number' ? value.toFixed(2) : String(value)
}
