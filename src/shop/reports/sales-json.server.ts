import { z } from '@hono/zod-openapi'
import { centsToDollars } from '#platform/money.ts'
import type { reportSales, SalesFigures } from './sales-report.server.ts'

const integer = z.number().int()

const figures = z.object({
  revenue: z.number().describe('Invoices less credit notes, without tax'),
  orders: integer.describe('Orders placed'),
  paid: integer.describe('Payments invoiced'),
  average: z.number().describe('Revenue per payment'),
})

export const salesJson = z.object({
  current: figures,
  before: figures.describe('As many days before, up to the same time of day'),
  chart: z.array(z.object({ from: z.string(), revenue: z.number() })),
  sold: z
    .array(
      z.object({
        productId: z.string(),
        sku: z.string(),
        name: z.string(),
        pieces: integer,
        revenue: z.number(),
      }),
    )
    .describe('The highest revenues of these days'),
  ending: z
    .array(z.object({ productId: z.string(), name: z.string(), quantity: integer, daysLeft: integer }))
    .describe('Products whose stock ends within 90 days, the first ones first, by the sales of 30 days'),
})

/** What the shop sold, as pages receive it. */
export type Sales = z.infer<typeof salesJson>

export function toSalesJson(report: Awaited<ReturnType<typeof reportSales>>): Sales {
  return {
    current: figuresJson(report.current),
    before: figuresJson(report.before),
    chart: report.chart.map(({ from, revenue }) => ({
      from: from.toISOString(),
      revenue: centsToDollars(revenue),
    })),
    sold: report.sold.map(({ net, ...product }) => ({ ...product, revenue: centsToDollars(net) })),
    ending: report.ending,
  }
}

function figuresJson({ revenue, average, ...counts }: SalesFigures) {
  return { ...counts, revenue: centsToDollars(revenue), average: centsToDollars(average) }
}
