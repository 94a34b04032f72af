import { z } from '@hono/zod-openapi'
import { emailText } from '#platform/email-text.server.ts'
import { centsToDollars } from '#platform/money.ts'
import { orderStateNames, type PlacedOrder } from './order.ts'

/** An order as the API returns it and pages receive it. */
export const orderJson = z
  .object({
    _id: z.string(),
    orderNumber: z.string().openapi({ example: 'FW-10428' }),
    name: z.string(),
    email: z.string(),
    address: z.string(),
    shippingAddress: z
      .object({
        name: z.string(),
        street: z.string(),
        city: z.string(),
        postcode: z.string(),
        country: z.string(),
      })
      .optional()
      .openapi({ description: 'The address in parts, where the order came with them' }),
    poNumber: z.string().optional().openapi({ description: 'The buyer’s own number for it' }),
    productId: z.string(),
    productName: z.string(),
    sku: z.string().openapi({ description: 'The SKU of the product when it was ordered' }),
    perPrice: z.number().openapi({ description: 'Unit price in dollars when it was ordered' }),
    quantity: z.number().int(),
    imgURL: z.string(),
    createdAt: z.string(),
    status: z.enum(orderStateNames),
    heldUntil: z
      .string()
      .optional()
      .openapi({ description: 'Until when its stock is held; only while it is unpaid' }),
    transactionId: z.string().optional().openapi({ description: 'Present once paid' }),
    cancelledAt: z.string().optional(),
  })
  .openapi('Order')

/** An order as its own page receives it. */
export const orderDocumentJson = orderJson.extend({ paidAt: z.string().optional() })

/** How many orders there are. */
export const orderCountJson = z.object({
  count: z.number(),
  more: z.boolean().openapi({ description: 'The real number is higher' }),
})

/** An order before the database has assigned its number. */
export type UnnumberedOrder = Omit<PlacedOrder, 'number'>

/** Returns the JSON of an order. */
export function toOrderJson({ number, ...order }: PlacedOrder): z.infer<typeof orderJson> {
  return { orderNumber: number, ...toUnnumberedJson(order) }
}

/** Returns the JSON of an order without a number. */
export function toUnnumberedJson(
  order: UnnumberedOrder,
): Omit<z.infer<typeof orderJson>, 'orderNumber'> {
  return {
    _id: order.id,
    name: order.name,
    email: emailText(order.email),
    address: order.address,
    ...(order.shippingAddress && { shippingAddress: order.shippingAddress }),
    ...(order.poNumber !== null && { poNumber: order.poNumber }),
    productId: order.productId,
    productName: order.productName,
    sku: order.sku,
    perPrice: centsToDollars(order.unitPrice),
    quantity: order.quantity,
    imgURL: order.image,
    createdAt: order.createdAt.toISOString(),
    status: order.status,
    ...(order.status === 'unpaid' && { heldUntil: order.heldUntil.toISOString() }),
    ...(order.transactionId !== null && { transactionId: order.transactionId }),
    ...(order.cancelledAt && { cancelledAt: order.cancelledAt.toISOString() }),
  }
}
