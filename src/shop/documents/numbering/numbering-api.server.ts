import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { conflict, orRefuse, refusals, unprocessable } from '#platform/http/api/refusals.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { findNumbering, type NumberingRefusal, saveNumbering } from './numbering.server.ts'
import { numberingForm } from './numbering-form.ts'

const version = z.number().int()
const series = z.object({
  prefix: z.string().openapi({ example: 'ACME-' }),
  next: z.number().int().openapi({ description: 'Without prefix and year', example: 10428 }),
})
const numberingJson = z
  .object({
    orders: series,
    invoices: series,
    creditNotes: series,
    begun: z
      .array(z.enum(['invoices', 'creditNotes']))
      .describe('Those that have numbers of this year and go on without gaps'),
    version,
  })
  .openapi('Numbering')

export type NumberingJson = z.infer<typeof numberingJson>
export function createNumberingApi({ db }: { db: Db }) {
  return restApi({
    readNumbering: adminJson({
      endpoint: 'GET /numbering',
      summary: 'Read the prefixes and the next numbers of orders and documents',
      json: numberingJson,
      respond: () => findNumbering(db),
    }),
    changeNumbering: adminJson({
      endpoint: 'PUT /numbering',
      summary: 'Change the prefixes and the next numbers of orders and documents',
      description:
        'Shipments and returns follow their order. The next order’s number can only be raised; documents start where asked while this year has none. Numbers that were given stay.',
      body: numberingForm.safeExtend({ version }),
      json: numberingJson,
      refusals: {
        409: 'It was changed in the meantime',
        422: 'A prefix that is none, or a number that can’t be the next one',
      },
      respond: async ({ json, audit }) => orRefuse(await saveNumbering(db, json, audit), refuseNumbering),
    }),
  })
}

const refuseNumbering = refusals<NumberingRefusal>({
  stale: conflict('The numbers were changed in the meantime.', { code: 'stale-numbering' }),
  'invalid-next': unprocessable(({ problem }) => problem, {
    fields: ({ series, problem }) => ({ [`${series}.next`]: problem }),
  }),
})
