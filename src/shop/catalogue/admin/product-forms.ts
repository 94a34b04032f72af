import { z } from 'zod'
import { IMAGE_URL, NOT_UPLOADED } from '#platform/images/image-url.ts'
import { characterCount, removeControlCharacters } from '#platform/text.ts'
import { categorySlug } from '#shop/catalogue/categories/category.ts'
import { isGtin } from '#shop/catalogue/gtin.ts'
import { detailsChanges } from './files/details-forms.ts'

// Far above any real stock, far below the database's integer range.
const MAX_PIECES = 1_000_000_000
// The largest charge of a card covers ten pieces at this price.
const HIGHEST_PRICE = 99_999.99

const INVALID_VALUE = 'A value is a number or a text'

const required = (what: string) => `${what} is required`

const line = (what: string) =>
  z.string(required(what)).overwrite(removeControlCharacters).trim().min(1, required(what))

/** An error for texts, which no number could be read from, and one for anything else. */
const notRead = (what: string, number: string) => ({
  error: ({ input }: { input?: unknown }) =>
    typeof input === 'string' ? `${what} must be ${number}` : required(what),
})

const pieces = (what: string, fewest: number) =>
  z
    .number(notRead(what, 'a whole number'))
    .int(`${what} must be a whole number`)
    .min(fewest, `${what} must be at least ${fewest}`)
    .max(MAX_PIECES, `${what} must be at most ${MAX_PIECES.toLocaleString('en-US')}`)

/** A stock keeping unit, in upper case as it is stored (product 5.9). */
const sku = z
  .string('SKU is required')
  .overwrite((text) => text.trim().toUpperCase())
  .regex(/^[A-Z0-9./-]{1,40}$/, 'SKU has 1 to 40 characters: letters A to Z, digits, - . or /')

/** A text of one line that may be empty, which means none. */
const shortText = (what: string, longest: number) =>
  z
    .string(`${what} must be a text`)
    .overwrite(removeControlCharacters)
    .trim()
    .refine(hasAtMost(longest), `${what} has at most ${longest} characters`)
    .optional()

/** The warehouse data of a product (product 5.11); an empty text means none. */
const warehouse = {
  bin: shortText('Bin', 20),
  gtin: z
    .string('GTIN must be a text')
    .overwrite((text) => text.replaceAll(/[\s-]/g, ''))
    .superRefine((text, { addIssue }) => {
      if (text === '') return
      if (!/^(?:\d{8}|\d{12,14})$/.test(text)) addIssue('GTIN has 8, 12, 13 or 14 digits')
      else if (!isGtin(text)) addIssue('The last digit of this GTIN is wrong: check its digits')
    })
    .optional(),
  weight: z
    .number('Weight must be a whole number of grams')
    .int('Weight must be a whole number of grams')
    .min(1, 'Weight must be at least 1 gram')
    .max(1_000_000, 'Weight must be at most 1,000,000 grams')
    .nullable()
    .optional(),
}

// Checked against the category's specifications when the product is stored (product 12.4).
const specifications = z.record(
  z.string(),
  z.union([
    z.number(INVALID_VALUE),
    z.string(INVALID_VALUE).overwrite(removeControlCharacters).trim(),
  ]),
  'specifications must be an object',
)

/** The form of a new product (product 5.4); the price is in dollars. */
export const newProductForm = z.object({
  // An empty SKU becomes the next free one.
  sku: sku.or(z.literal('')),
  name: line('Name').refine(hasAtMost(100), 'Name has at most 100 characters'),
  perPrice: z
    .number(notRead('Price', 'a number'))
    .min(5, 'Minimun Per Price should up to $5')
    .max(HIGHEST_PRICE, 'Price must be at most $99,999.99')
    .refine(isWholeCents, 'Price has at most two decimals'),
  quantity: pieces('Quantity', 1),
  minQuantity: pieces('Minimum quantity', 10),
  description: line('Description')
    .refine((text) => characterCount(text) >= 10, 'Description has at least 10 characters')
    .refine(hasAtMost(100), 'Description has at most 100 characters'),
  imgURL: z.string(required('Image')).min(1, required('Image')).regex(IMAGE_URL, NOT_UPLOADED),
  category: categorySlug('Category').optional(),
  specifications: specifications.optional(),
  family: shortText('Family', 80),
  size: shortText('Size', 40),
  ...warehouse,
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

/** The body of `POST /products`. */
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

export type ProductChanges = z.infer<typeof productChanges>

function hasAtMost(longest: number): (text: string) => boolean {
  return (text) => characterCount(text) <= longest
}

function isWholeCents(dollars: number): boolean {
  return Number(dollars.toFixed(2)) === dollars
}
