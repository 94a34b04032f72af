import { z } from 'zod'
import { removeControlCharacters } from '#platform/text.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { NOT_WHOLE } from '#shop/list-store/order-list.ts'
import { aboveStockText, belowMinimumText } from '#shop/orders/order.ts'

const name = z
  .string('Name is required')
  .overwrite(removeControlCharacters)
  .trim()
  .min(1, 'Name is required')
  .max(100, 'At most 100 characters')
const email = z.string().trim().min(1, 'Email is required').max(254, 'At most 254 characters')
const address = z
  .string('Address is Required to Reach out your products')
  .overwrite(removeControlCharacters)
  .trim()
  .min(1, 'Address is Required to Reach out your products')
  .max(500, 'At most 500 characters')

const optionalLine = (longest: number) =>
  z.string().overwrite(removeControlCharacters).trim().max(longest, `At most ${longest} characters`)
const place = {
  city: optionalLine(100),
  region: optionalLine(100),
  postcode: optionalLine(20),
  country: optionalLine(100),
}

const poNumber = optionalLine(40)

/** The buyer's fields, shared by single orders and order lists. */
export const buyerForm = z.object({ name, email, address, ...place, poNumber })

export type BuyerForm = z.infer<typeof buyerForm>

/** Returns the purchase form's schema for a product; its messages state the bounds (product 5.6). */
export function purchaseForm(product: Pick<Product, 'minQuantity' | 'quantity'>) {
  return buyerForm.extend({
    quantity: z
      .number({
        error: ({ input }) => (typeof input === 'string' ? NOT_WHOLE : 'Quantity is required'),
      })
      .int(NOT_WHOLE)
      .min(product.minQuantity, belowMinimumText(product.minQuantity))
      .max(product.quantity, aboveStockText(product.quantity, product.minQuantity)),
  })
}

export type PurchaseForm = z.infer<ReturnType<typeof purchaseForm>>

/** A quantity within the database's range. */
export const wholePieces = z
  .number('Quantity is required')
  .int(NOT_WHOLE)
  .positive('Quantity must be above 0')
  .max(2 ** 31 - 1, 'Quantity is too large')

/**
 * The body of `POST /perchase`. The user, product name and image in it are ignored: they come from
 * the token and the database. A price in it is only compared. If a shipping address is present, the
 * order's `address` is built from it.
 */
export const newOrder = z.object({
  productId: z.string('productId is required').min(1),
  quantity: wholePieces,
  name,
  email: email.optional(),
  address,
  shippingAddress: z
    .object({
      name: optionalLine(100).default(''),
      street: address,
      city: place.city.default(''),
      region: place.region.default(''),
      postcode: place.postcode.default(''),
      country: place.country.default(''),
    })
    .optional(),
  poNumber: poNumber.optional(),
  perPrice: z.number().nonnegative().max(1_000_000).optional(),
  productName: z.string().optional(),
  imgURL: z.string().optional(),
})

export type NewOrder = z.infer<typeof newOrder>

/** The buyer's input that all lines share. */
export const orderRecipient = newOrder.pick({
  name: true,
  address: true,
  shippingAddress: true,
  poNumber: true,
})

export type OrderRecipient = z.infer<typeof orderRecipient>
