import { z } from '@hono/zod-openapi'
import { publicRoute } from '#platform/http/api/public-route.server.ts'
import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { tooManyRequests } from '#platform/http/http-errors.ts'
import type { ClientIpAddress } from '#platform/http/ip-address.server.ts'
import {
  countNetworks,
  createRequestCounter,
} from '#platform/http/limits/request-counter.server.ts'
import { readLimitedBody } from '#platform/http/read-limited-body.server.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import type { SpreadsheetRefusal } from '#platform/spreadsheets/spreadsheet.server.ts'
import { readSpreadsheetInWorker } from '#platform/spreadsheets/spreadsheet-worker.server.ts'
import { LARGEST_WORKBOOK_BYTES, WORKBOOK_TYPE } from './list-file.ts'

/** The maximum workbooks per minute of a network, which many buyers may share. */
const MAX_A_MINUTE = 30

const refuseSpreadsheet = refusals<SpreadsheetRefusal | Refusal<'too-large'>>({
  'unsupported-type': {
    status: 415,
    text: 'This is not an Excel workbook. Choose an .xlsx or CSV file.',
  },
  'too-large': { status: 413, text: 'The workbook is larger than 1 MB.' },
  damaged: {
    status: 422,
    text: 'The workbook can’t be read: it is damaged, protected by a password or too large. Save it as CSV.',
  },
})

export type SpreadsheetsApi = ReturnType<typeof createSpreadsheetsApi>

/** Reads workbooks for the order list, which visitors use too. */
export function createSpreadsheetsApi(environment: {
  clientIpAddress: ClientIpAddress
  clock: () => Date
}) {
  const { clientIpAddress, clock } = environment
  const count = createRequestCounter(60, clock)
  // Bodies are held in memory, and each workbook takes a process of up to 400 MB.
  const receive = createConcurrencyLimit({ atOnce: 8, waiting: 0 })
  const read = createConcurrencyLimit({ atOnce: 1, waiting: 7 })
  return restApi().openapi(
    publicRoute({
      method: 'post',
      path: '/spreadsheets',
      operationId: 'readSpreadsheet',
      summary: 'Read the sheets of an Excel workbook as text',
      description:
        'For an order list, so anyone may call it. Stores nothing. A sheet has a line for each row, with tabs between its cells.',
      requestBody: {
        required: true,
        content: { [WORKBOOK_TYPE]: { schema: { type: 'string', format: 'binary' } } },
      },
      responses: {
        200: answers(
          'The sheets that have text',
          z.object({ sheets: z.array(z.object({ name: z.string(), text: z.string() })) }),
        ),
        413: refuses('Larger than 1 MB'),
        415: refuses('Not an .xlsx file'),
        422: refuses('Damaged, protected, or too large when it is unpacked'),
        429: refuses('Too many workbooks; see Retry-After'),
        503: refuses('Too many concurrent workbooks'),
      },
    }),
    async (c) => {
      const seconds = countNetworks(count, clientIpAddress(c), MAX_A_MINUTE)
      if (seconds !== null) throw tooManyRequests(seconds)
      if (c.req.header('Content-Type') !== WORKBOOK_TYPE)
        throw refuseSpreadsheet({ refused: 'unsupported-type' })
      const sheets = await receive(async () => {
        const bounds = { largest: LARGEST_WORKBOOK_BYTES, drained: 8 * LARGEST_WORKBOOK_BYTES }
        const bytes = await readLimitedBody(c.req.raw.body, bounds)
        if (!bytes) throw refuseSpreadsheet({ refused: 'too-large' })
        return read(() => readSpreadsheetInWorker(bytes))
      })
      if ('refused' in sheets) throw refuseSpreadsheet(sheets)
      return c.json(sheets, 200)
    },
  )
}
