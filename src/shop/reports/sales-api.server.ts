import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi, timeQuery } from '#platform/http/api/rest-api.server.ts'
import { isTimeZone } from '#platform/local-days.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { salesDays } from './sales-days.ts'
import { salesJson, toSalesJson } from './sales-json.server.ts'
import { reportSales } from './sales-report.server.ts'

const DAY_MS = 86_400_000

const span = z.object({
  days: z.enum(salesDays, 'days must be 1, 7 or 30').default('1').describe('How many days, with today'),
  zone: z
    .string()
    .refine(isTimeZone, 'zone must be an IANA time zone such as America/New_York')
    .default('UTC')
    .describe('The time zone whose midnights divide the days'),
  all: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Whether `sold` has up to 2,000 products instead of 5'),
  until: timeQuery('The midnight of the zone that ends today; without it that of UTC'),
})

export function createSalesApi({ db }: { db: Db }) {
  return restApi({
    getSales: adminJson({
      endpoint: 'GET /dashboard/sales',
      summary: 'Read what the shop sold',
      query: span,
      answer: 'Revenue and orders beside those before, and what sells',
      json: salesJson,
      respond: async ({ query: { days, zone, all, until } }) => {
        const midnight = until ?? new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS)
        const span = { days: Number(days), until: midnight, zone, all: all === 'true' }
        return toSalesJson(await reportSales(db, span))
      },
    }),
  })
}
