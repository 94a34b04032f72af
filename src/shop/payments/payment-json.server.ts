import { z } from '@hono/zod-openapi'
import { orderLineJson } from '#shop/orders/order-json.server.ts'

/** An order with the data that the browser's card form needs. */
export const payableOrderJson = orderLineJson.extend({
  clientSecret: z.string(),
  isProcessing: z
    .boolean()
    .openapi({ description: 'Whether the bank is still processing the confirmed payment' }),
  provider: z.enum(['stripe']),
  publishableKey: z.string(),
  scriptUrl: z.string().nullable(),
})

export type PayableOrder = z.infer<typeof payableOrderJson>
