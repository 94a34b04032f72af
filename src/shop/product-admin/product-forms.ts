import { z } from 'zod'
import type { Cents } from '#platform/money.ts'
import { removeControlCharacters } from '#platform/text.ts'
import { byField, type OptionalField, optionalFields, productFields } from '#shop/catalogue/product-fields.ts'
import { pieces, priceFrom } from '#shop/catalogue/product-rules.ts'
import { detailsChanges } from './files/details-forms.ts'

const INVALID_VALUE = 'A value is a number or a text'

// Checked against the category's specifications when the product is stored (product 12.4).
const specifications = z.record(
  z.string(),
  z.union([z.number(INVALID_VALUE), z.string(INVALID_VALUE).overwrite(removeControlCharacters).trim()]),
  'specifications must be an object',
)

type OptionalRules = { [F in OptionalField]: (typeof productFields)[F]['rule'] }

const sku = productFields.sku.rule

/** The form of a new product (product 5.4); the price is in dollars. */
export const newProductForm = z.object({
  // An empty SKU becomes the next free one.
  sku: sku.or(z.literal('')),
  name: productFields.name.rule,
  perPrice: productFields.perPrice.rule,
  quantity: productFields.quantity.rule,
  minQuantity: productFields.minQuantity.rule,
  description: productFields.description.rule,
  imgURL: productFields.imgURL.rule,
  category: productFields.category.rule,
  specifications: specifications.optional(),
  ...byField<OptionalRules>(optionalFields(), (field) => productFields[field].rule),
})

/**
 * A product of a file. Its stock was counted, so that only the rules of a count bind it (product 22.4),
 * and its image may follow.
 */
export const importedProduct = newProductForm.extend({
  sku,
  quantity: pieces('Quantity', 0),
  minQuantity: pieces('Minimum quantity', 1),
  imgURL: newProductForm.shape.imgURL.optional(),
})

export const newProduct = newProductForm.partial({ sku: true })

export type NewProduct = z.infer<typeof newProduct>

/** The same with further images and documents, which are uploaded before. */
export const newProductWithFiles = newProduct.extend({
  images: detailsChanges.shape.images.optional(),
  documents: detailsChanges.shape.documents.optional(),
})

/**
 * The body of `PUT /products/{id}`: only edited fields, which are the only ones validated.
 * `version` and `quantitySeen` state which product the editor saw; a newer one is a conflict
 * (product 10.19).
 */
export const productChanges = newProduct
  .extend({
    sku,
    // product 5.5: checked in the opposite order from a new product.
    quantity: pieces('Quantity', 10),
    minQuantity: pieces('Minimum quantity', 1),
  })
  .partial()
  .extend({
    version: z.int('version must be a whole number').optional(),
    quantitySeen: z.int('quantitySeen must be a whole number').optional(),
  })

/** A form of a product with the lowest price that the owner has set, which is asked for each time. */
export function withLowestPrice<Form extends z.ZodObject<{ perPrice: z.ZodType }>>(
  form: Form,
  lowest: () => Cents | undefined,
): Form {
  const rule = priceFrom(lowest)
  const isOptional = form.shape.perPrice instanceof z.ZodOptional
  // Only the bound is another.
  return form.extend({ perPrice: isOptional ? rule.optional() : rule }) as unknown as Form
}

/** The rules of a file's products, new and changed ones, with the owner's lowest price. */
export function importForms(lowest: Cents | undefined) {
  const added = withLowestPrice(importedProduct, () => lowest)
  return { added, changed: added.partial() }
}

export type ProductChanges = z.infer<typeof productChanges>
