import { z } from '@hono/zod-openapi'
import { centsToDollars } from '#platform/money.ts'
import type { OrdersSummary, TabSummaries } from './list-orders.server.ts'
import type { FrequentProduct } from './often-bought.server.ts'

const tabSummary = z.object({
  count: z.number().int(),
  total: z.number().openapi({ description: 'In dollars, before tax' }),
  more: z.boolean().openapi({ description: 'The real count and total are higher' }),
})

/** The counts and totals of a buyer's orders by tab. */
export const ownOrdersSummaryJson = z.object({
  open: tabSummary,
  unpaid: tabSummary.extend({
    due: z
      .number()
      .openapi({ description: 'What they cost when they are paid together, with tax' }),
  }),
  paid: tabSummary,
  cancelled: tabSummary,
})

export type OwnOrdersSummary = z.infer<typeof ownOrdersSummaryJson>

/** A product that the buyer orders repeatedly. */
export const oftenBoughtJson = z.object({
  productId: z.string(),
  name: z.string(),
  sku: z.string(),
  imgURL: z.string(),
  orders: z.number().int(),
  lastOrderedAt: z.string(),
})

export type OftenBought = z.infer<typeof oftenBoughtJson>

/** Returns the JSON of the tabs' counts and totals. */
export function toOwnOrdersSummaryJson(summaries: TabSummaries): OwnOrdersSummary {
  const { open, unpaid, paid, cancelled } = summaries
  return {
    open: toTabJson(open),
    unpaid: { ...toTabJson(unpaid), due: centsToDollars(unpaid.due) },
    paid: toTabJson(paid),
    cancelled: toTabJson(cancelled),
  }
}

function toTabJson({ count, total, more }: OrdersSummary): z.infer<typeof tabSummary> {
  return { count, total: centsToDollars(total), more }
}

/** Returns the JSON of a product that the buyer orders often. */
export function toOftenBoughtJson(product: FrequentProduct): OftenBought {
  const { image, lastOrderedAt, ...others } = product
  return { ...others, imgURL: image, lastOrderedAt: lastOrderedAt.toISOString() }
}
