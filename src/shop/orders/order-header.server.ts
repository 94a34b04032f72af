import { z } from '@hono/zod-openapi'
import { emailText } from '#platform/email-text.server.ts'
import type { OrderHeader } from './order.ts'

// What an order, its lines and its shipments have in common, in SQL and in JSON.

const addressParts = z.object({
  name: z.string(),
  street: z.string(),
  city: z.string(),
  region: z.string().default(''),
  postcode: z.string(),
  country: z.string(),
})

/** The shipping address of an order as it is stored; null if it came as one text. */
export const storedAddress = addressParts.nullable()

/** The columns of `orders` that its lines are read with. */
export const headerColumns = [
  'orders.name',
  'orders.email',
  'orders.address',
  'orders.shippingAddress',
  'orders.poNumber',
  'orders.placedAt',
  'orders.heldUntil',
] as const

/** Returns the header of an order's row. */
export function toHeader(row: Omit<OrderHeader, 'shippingAddress'> & { shippingAddress: unknown }) {
  const { name, email, address, poNumber, placedAt, heldUntil } = row
  const shippingAddress = storedAddress.parse(row.shippingAddress)
  return { name, email, address, shippingAddress, poNumber, placedAt, heldUntil }
}

/** Returns the columns of an order's row, for JSON in SQL. */
export function headerRow(header: OrderHeader) {
  return {
    name: header.name,
    email: header.email,
    address: header.address,
    shipping_address: header.shippingAddress,
    po_number: header.poNumber,
    placed_at: header.placedAt,
    held_until: header.heldUntil,
  }
}

/** The header as the API returns it. */
export const orderHeaderJson = z.object({
  name: z.string(),
  email: z.string(),
  address: z.string(),
  shippingAddress: addressParts
    .optional()
    .openapi({ description: 'The address in parts, where the order came with them' }),
  poNumber: z.string().optional().openapi({ description: 'The buyer’s own number for it' }),
})

/** Returns the JSON of the header. */
export function toHeaderJson(header: OrderHeader): z.infer<typeof orderHeaderJson> {
  return {
    name: header.name,
    email: emailText(header.email),
    address: header.address,
    shippingAddress: header.shippingAddress ?? undefined,
    poNumber: header.poNumber ?? undefined,
  }
}
