import { z } from '@hono/zod-openapi'
import { centsToDollars } from '#platform/money.ts'
import type { BuyerLimits } from './order-limits.server.ts'

const amount = z.object({
  held: z.number().openapi({ description: 'Held in the buyer’s unpaid orders' }),
  most: z.number(),
})

/** A buyer's limits and current use as the API returns them. */
export const orderLimitsJson = z.object({
  orders: amount,
  dollars: amount,
  pieces: amount,
  holdHours: z.number().openapi({ description: 'How long an unpaid order holds its stock' }),
  emailVerified: z.boolean(),
})

/** A buyer's limits and current use as pages receive them. */
export type OrderLimits = z.infer<typeof orderLimitsJson>

/** Returns the JSON of a buyer's limits. */
export function toOrderLimitsJson({ value, emailVerified, ...limits }: BuyerLimits): OrderLimits {
  return {
    ...limits,
    emailVerified,
    dollars: { held: centsToDollars(value.held), most: centsToDollars(value.most) },
  }
}
