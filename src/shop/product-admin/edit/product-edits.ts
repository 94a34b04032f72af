import { readWholeNumber } from '#platform/written-number.ts'
import type { FullManagedProduct, ManagedProduct } from '#shop/catalogue/product.ts'
import {
  byField,
  definitionOf,
  type NumberField,
  type OptionalField,
  optionalFields,
} from '#shop/catalogue/product-fields.ts'
import type { ProductChanges } from '#shop/product-admin/product-forms.ts'
import { categorySpecsText, readCategorySpecs } from './category-specs.ts'

type RequiredField = 'name' | 'sku' | 'perPrice' | 'quantity' | 'minQuantity' | 'description' | 'imgURL'

/** The editable values of a product, in the form's order. */
export type ProductValues = Pick<ManagedProduct, RequiredField> &
  // As they are typed; empty for none.
  Record<OptionalField, string> & {
    categorySpecs: string
  }

export type ProductField = keyof ProductValues

const formFields: ProductField[] = [
  'name',
  'sku',
  'perPrice',
  'quantity',
  'minQuantity',
  'description',
  'categorySpecs',
  ...optionalFields('everyone'),
  'imgURL',
  ...optionalFields('admins'),
]

export const fieldLabel = (field: ProductField): string =>
  field === 'categorySpecs' ? 'Category and specifications' : definitionOf(field).label

export function isProductField(name: string): name is ProductField {
  return formFields.some((field) => field === name)
}

/** The form values of a product that does not exist yet. */
export const newValues: Partial<ProductValues> = {
  sku: '',
  name: '',
  description: '',
  imgURL: '',
  ...byField<Record<OptionalField, string>>(optionalFields(), () => ''),
  categorySpecs: categorySpecsText({ category: null, specifications: {} }),
}

export function valuesOf(product: FullManagedProduct): ProductValues {
  const { _id, version, category, specifications, ...values } = product
  return {
    ...values,
    ...byField<Record<OptionalField, string>>(optionalFields(), (field) => String(product[field] ?? '')),
    categorySpecs: categorySpecsText({ category, specifications }),
  }
}

function differingFields(a: ProductValues, b: ProductValues): ProductField[] {
  return formFields.filter((field) => !Object.is(a[field], b[field]))
}

/** Returns only the edited values: those that differ from the product the edit started from. */
export function editsOf(values: ProductValues, seen: ProductValues): ProductChanges {
  const fields = differingFields(values, seen)
  return sentOf(Object.fromEntries(fields.map((field) => [field, values[field]])))
}

/** Returns typed values as they are sent: null for an empty number, and NaN for what is no number. */
export function sentOf({ categorySpecs, ...typed }: Partial<ProductValues>): ProductChanges {
  const numbers = optionalFields().filter(
    (field): field is NumberField => definitionOf(field).kind === 'whole' && typed[field] !== undefined,
  )
  return {
    ...typed,
    ...byField<Record<NumberField, number | null>>(numbers, (field) => {
      const text = typed[field]?.trim() ?? ''
      return text === '' ? null : readWholeNumber(text)
    }),
    ...(categorySpecs !== undefined && readCategorySpecs(categorySpecs)),
  }
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
