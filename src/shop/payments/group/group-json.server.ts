import { z } from '@hono/zod-openapi'
import { MOST_ORDERS_IN_PAYMENT } from '#shop/orders/order.ts'
import { orderLineJson } from '#shop/orders/order-json.server.ts'
import { payableOrderJson } from '#shop/payments/payment-json.server.ts'

export const newGroupJson = z.object({
  orderIds: z
    .array(z.string().max(100))
    .min(1, 'Choose at least one order')
    .max(MOST_ORDERS_IN_PAYMENT, `One payment covers at most ${MOST_ORDERS_IN_PAYMENT} orders`)
    .refine((ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length, {
      message: 'An order is named twice',
    }),
})

/** A payment of several orders with the data that the browser's card form needs. */
export const groupPaymentJson = payableOrderJson
  .pick({
    clientSecret: true,
    isProcessing: true,
    provider: true,
    publishableKey: true,
    scriptUrl: true,
  })
  .extend({
    _id: z.string(),
    amount: z.number().openapi({ description: 'The total of its orders, in dollars' }),
    orders: z.array(orderLineJson),
  })

export type PayableGroup = z.infer<typeof groupPaymentJson>
