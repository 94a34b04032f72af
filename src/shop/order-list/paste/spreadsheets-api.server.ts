import { z } from '@hono/zod-openapi'
import { publicRoute } from '#platform/http/api/public-route.server.ts'
import { type Refusal, refusals, unprocessable } from '#platform/http/api/refusals.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { tooManyRequests } from '#platform/http/http-errors.ts'
import { type ClientIpAddress, largestNetworkOf } from '#platform/http/ip-address.server.ts'
import { countNetworks, createRequestCounter } from '#platform/http/limits/request-counter.server.ts'
import { serverLimits } from '#platform/http/listen/listen.server.ts'
import { readLimitedBody } from '#platform/http/read-limited-body.server.ts'
import { createFairQueue } from '#platform/jobs/fair-queue.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import type { SpreadsheetRefusal } from '#shop/tables/spreadsheets/spreadsheet.server.ts'
import { readSpreadsheetInWorker } from '#shop/tables/spreadsheets/spreadsheet-worker.server.ts'
import { LARGEST_WORKBOOK_BYTES, WORKBOOK_TYPE } from './workbook-file.ts'

/** The maximum workbooks per minute of a network, which many buyers may share. */
const MAX_A_MINUTE = 30

const refuseSpreadsheet = refusals<SpreadsheetRefusal | Refusal<'too-large'>>({
  'unsupported-type': {
    status: 415,
    text: 'This is not a workbook. Choose an Excel, OpenDocument or CSV file.',
  },
  'too-large': { status: 413, text: 'The workbook is larger than 1 MB.' },
  damaged: unprocessable(
    'The workbook can’t be read: it is damaged, protected by a password or too large. Save it as CSV.',
  ),
})

export function createSpreadsheetsApi(environment: {
  clientIpAddress: ClientIpAddress
  clock: () => Date
  workers: WorkerPool
}) {
  const { clientIpAddress, clock, workers } = environment
  const count = createRequestCounter(60, clock)
  // Bodies are held in memory. One network has few at once, so that it can't keep others out. Those that
  // wait are not read, so they are refused before the time of a body is over.
  const waitMs = serverLimits.bodyMs - 2_000
  const receive = createFairQueue({ atOnce: 48, perNetwork: 2, waiting: 48, waitMs })
  return restApi({
    readSpreadsheet: publicRoute({
      endpoint: 'POST /spreadsheets',
      summary: 'Read the visible sheets of a workbook as text',
      description:
        'For an order list, so anyone may call it. Stores nothing. Reads .xlsx, .xlsb, .xls and .ods, whichever of them the type names. A sheet has a line for each row, with tabs between its cells.',
      requestBody: {
        required: true,
        content: { [WORKBOOK_TYPE]: { schema: { type: 'string', format: 'binary' } } },
      },
      responses: {
        200: answers(
          'The sheets that have text',
          z.object({
            sheets: z.array(
              z.object({
                name: z.string(),
                text: z.string(),
                hidden: z.number().describe('Hidden rows and columns, left out'),
              }),
            ),
            hiddenSheets: z.number().describe('Hidden sheets, left out'),
          }),
        ),
        413: refuses('Larger than 1 MB'),
        415: refuses('Not a workbook'),
        422: refuses('Damaged, protected, or too large when it is unpacked'),
        429: refuses('Too many workbooks; see Retry-After'),
        503: refuses('Too many concurrent workbooks'),
      },
      respond: async (c) => {
        const ipAddress = clientIpAddress(c)
        const network = ipAddress === null ? '' : largestNetworkOf(ipAddress)
        const seconds = countNetworks(count, ipAddress, MAX_A_MINUTE)
        if (seconds !== null) throw tooManyRequests(seconds)
        if (c.req.header('Content-Type') !== WORKBOOK_TYPE)
          throw refuseSpreadsheet({ refused: 'unsupported-type' })
        const owner = { network, account: '' }
        const sheets = await receive(owner, async () => {
          const bounds = { largest: LARGEST_WORKBOOK_BYTES, drained: 8 * LARGEST_WORKBOOK_BYTES }
          const bytes = await readLimitedBody(c.req.raw.body, bounds)
          if (!bytes) throw refuseSpreadsheet({ refused: 'too-large' })
          return readSpreadsheetInWorker(workers(owner), bytes)
        })
        if ('refused' in sheets) throw refuseSpreadsheet(sheets)
        return c.json(sheets, 200)
      },
    }),
  })
}
