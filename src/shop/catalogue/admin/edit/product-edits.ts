import type { Product } from '#shop/catalogue/product.ts'

/** What an admin says of a product, in the order of the form. */
export type ProductValues = Pick<Product, ProductField>

/** Each field of a product that can be edited, with its name on the screen. */
export const fieldLabels = {
  name: 'Name',
  sku: 'SKU',
  perPrice: 'Price',
  quantity: 'Quantity',
  minQuantity: 'Minimum quantity',
  description: 'Description',
  imgURL: 'Image',
} as const

export type ProductField = keyof typeof fieldLabels

export const productFields = Object.keys(fieldLabels) as ProductField[]

export function isProductField(name: string): name is ProductField {
  return Object.hasOwn(fieldLabels, name)
}

/** What the form shows of a stored product. */
export function valuesOf({ _id, version, ...values }: Product): ProductValues {
  return values
}

/** The fields in which two states of a product differ. */
export function differingFields(one: ProductValues, other: ProductValues): ProductField[] {
  return productFields.filter((field) => !Object.is(one[field], other[field]))
}

/** Only what was edited: what `values` say otherwise than the product they started from. */
export function editsOf(values: ProductValues, seen: ProductValues): Partial<ProductValues> {
  return Object.fromEntries(differingFields(values, seen).map((field) => [field, values[field]]))
}

/**
 * Somebody else changed the product that `mine` was edited from. Their changes to fields that nobody
 * edited here are taken over; where both changed one, somebody has to choose.
 */
export function mergeEdits(seen: ProductValues, mine: ProductValues, theirs: ProductValues) {
  const edited = differingFields(mine, seen)
  const changed = differingFields(theirs, seen)
  return {
    takenOver: changed.filter((field) => !edited.includes(field)),
    inConflict: differingFields(mine, theirs).filter(
      (field) => edited.includes(field) && changed.includes(field),
    ),
  }
}
