import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi, timeQuery } from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { streamLedgerCsv } from './ledger-csv.server.ts'

export type LedgerApi = ReturnType<typeof createLedgerApi>

/** Serves the ledger for bookkeeping to admins. */
export function createLedgerApi({ db }: { db: Db }) {
  return restApi().openapi(
    adminRoute({
      method: 'get',
      path: '/ledger/csv',
      operationId: 'downloadLedger',
      summary: 'Download the invoices and credit notes as CSV',
      description: 'Oldest first. Credit notes are negative.',
      request: {
        query: z.object({
          from: timeQuery('Issued at this time or later'),
          to: timeQuery('Issued before this time'),
          format: z
            .enum(['comma', 'semicolon'], 'format must be comma or semicolon')
            .default('comma')
            .openapi({ description: '`semicolon`: with decimal commas' }),
        }),
      },
      responses: {
        200: {
          description: 'All documents of the period, streamed',
          content: { 'text/csv': { schema: z.string() } },
        },
      },
    }),
    async (c) => {
      const { format, ...period } = c.req.valid('query')
      return c.body(await streamLedgerCsv(db, period, format), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="ledger.csv"',
        'Cache-Control': 'private, no-store',
      })
    },
  )
}
