import { readWholeNumber } from '#platform/written-number.ts'
import type { ProductChanges } from '#shop/catalogue/admin/product-forms.ts'
import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { categorySpecsText, readCategorySpecs } from './category-specs.ts'

/** The editable values of a product, in the form's order. */
export type ProductValues = Omit<
  Pick<ManagedProduct, Exclude<ProductField, 'categorySpecs'>>,
  OptionalField
> &
  // As they are typed; empty for none.
  Record<OptionalField, string> & {
    /** See categorySpecsText. */
    categorySpecs: string
  }

type OptionalField = 'family' | 'size' | 'bin' | 'gtin' | 'weight'

/** The editable fields of a product, with their labels. */
export const fieldLabels = {
  name: 'Name',
  sku: 'SKU',
  perPrice: 'Price',
  quantity: 'Quantity',
  minQuantity: 'Minimum quantity',
  description: 'Description',
  categorySpecs: 'Category and specifications',
  family: 'Family',
  size: 'Size',
  imgURL: 'Image',
  bin: 'Bin',
  gtin: 'GTIN',
  weight: 'Weight in grams',
} as const

export type ProductField = keyof typeof fieldLabels

const productFields = Object.keys(fieldLabels) as ProductField[]

export function isProductField(name: string): name is ProductField {
  return Object.hasOwn(fieldLabels, name)
}

/** The form values of a product that does not exist yet. */
export const newValues: Partial<ProductValues> = {
  sku: '',
  name: '',
  description: '',
  imgURL: '',
  family: '',
  size: '',
  bin: '',
  gtin: '',
  weight: '',
  categorySpecs: categorySpecsText({ category: null, specifications: {} }),
}

/** Returns the form values of a stored product. */
export function valuesOf(product: ManagedProduct): ProductValues {
  const { _id, version, category, specifications, ...others } = product
  const { family, size, bin, gtin, weight, ...values } = others
  return {
    ...values,
    family: family ?? '',
    size: size ?? '',
    bin: bin ?? '',
    gtin: gtin ?? '',
    weight: String(weight ?? ''),
    categorySpecs: categorySpecsText({ category, specifications }),
  }
}

/** Returns the fields in which two versions of a product differ. */
function differingFields(a: ProductValues, b: ProductValues): ProductField[] {
  return productFields.filter((field) => !Object.is(a[field], b[field]))
}

/** Returns only the edited values: those that differ from the product the edit started from. */
export function editsOf(values: ProductValues, seen: ProductValues): ProductChanges {
  const fields = differingFields(values, seen)
  const { categorySpecs, weight, ...edits }: Partial<ProductValues> = Object.fromEntries(
    fields.map((field) => [field, values[field]]),
  )
  return {
    ...edits,
    ...(weight !== undefined && { weight: sentWeight(weight) }),
    ...(categorySpecs !== undefined && readCategorySpecs(categorySpecs)),
  }
}

/** Returns the typed weight; null for an empty field, and NaN for what is no number. */
export function sentWeight(typed: string): number | null {
  return typed.trim() === '' ? null : readWholeNumber(typed)
}

/**
 * Merges concurrent edits: another admin changed the product that `mine` was based on. Their
 * changes to fields not edited here are adopted; fields changed by both are conflicts for the user
 * to resolve.
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
