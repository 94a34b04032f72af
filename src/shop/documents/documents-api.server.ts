import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { CSV_TYPE, downloadHeaders, file } from '#platform/http/api/download.server.ts'
import { notFound, type Refusal, refusals, unprocessable } from '#platform/http/api/refusals.server.ts'
import { body, refuses, restApi, timeQuery } from '#platform/http/api/rest-api.server.ts'
import type { RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { queueOwnerOf } from '#shop/auth/access/caller.server.ts'
import { adminRoute, userRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { userJson } from '#shop/auth/access/json-routes.server.ts'
import { documentKinds, fileName } from './document.ts'
import { countDocument, createZipLimit, MAX_IN_ZIP } from './document-limits.server.ts'
import { documentEntryJson, findDocument, listDocuments } from './document-queries.server.ts'
import { zipDocuments } from './documents-zip.server.ts'
import { streamLedgerCsv } from './ledger-csv.server.ts'
import { documentJob } from './pdf/pdf-jobs.server.ts'

const refuseDocument = refusals<
  Refusal<'no-such-document'> | (Refusal<'too-many-documents'> & { count: number })
>({
  'no-such-document': notFound('There is no such document.'),
  'too-many-documents': unprocessable(
    ({ count }) =>
      `These orders have ${count} documents. One download has at most ${MAX_IN_ZIP}: choose fewer orders.`,
    'orderIds',
  ),
})

const orderName = z.string().max(100)

const ledgerQuery = z.object({
  from: timeQuery('Issued at this time or later'),
  to: timeQuery('Issued before this time'),
  format: z
    .enum(['comma', 'semicolon'], 'format must be comma or semicolon')
    .default('comma')
    .describe('`semicolon`: with decimal commas'),
})

/** The maximum orders whose documents come as one zip. */
const MAX_ORDERS_IN_ZIP = 200

export function createDocumentsApi(environment: { db: Db; limits: RateLimits; workers: WorkerPool }) {
  const { db, limits, workers } = environment
  const startZip = createZipLimit()
  return restApi({
    listDocuments: userJson({
      endpoint: 'GET /documents/of/{orderId}',
      summary: 'List the documents of an order',
      description: 'The order is named by its `_id` or number, or by the `_id` of a line.',
      params: z.object({ orderId: orderName }),
      answer: 'Confirmation, invoice and credit notes',
      json: z.array(documentEntryJson),
      refusals: { 404: 'No such order, or not yours' },
      respond: async ({ params, caller }) => {
        const entries = await listDocuments(db, caller, [params.orderId])
        if (!entries) throw refuseDocument({ refused: 'no-such-document' })
        return entries
      },
    }),
    getDocument: userRoute({
      endpoint: 'GET /documents/{kind}/{number}',
      summary: 'Download a document',
      description: 'A PDF/A-2a and PDF/UA-1. A confirmation is found by the order’s number.',
      request: { params: z.object({ kind: z.enum(documentKinds), number: z.string().max(40) }) },
      responses: {
        200: file('The PDF', 'application/pdf'),
        404: refuses('No such document, or not yours'),
        429: refuses('Too many documents of a buyer in a minute; see Retry-After'),
        503: refuses('Too many documents are being rendered; see Retry-After'),
      },
      respond: async (c) => {
        await countDocument(limits, c.var.caller)
        const { kind, number } = c.req.valid('param')
        const sheet = await findDocument(db, c.var.caller, kind, number)
        if (!sheet) throw refuseDocument({ refused: 'no-such-document' })
        const pdf = new Uint8Array(await workers(queueOwnerOf(c.var.audit))(documentJob, sheet))
        return c.body(pdf, 200, downloadHeaders('application/pdf', fileName(kind, number)))
      },
    }),
    zipDocuments: userRoute({
      endpoint: 'POST /documents/zip',
      onlyReads: true,
      summary: 'Download the documents of several orders',
      description: 'Orders are named as in `/documents/of/{orderId}`.',
      request: {
        body: body(z.object({ orderIds: z.array(orderName).min(1).max(MAX_ORDERS_IN_ZIP) })),
      },
      responses: {
        200: file('A zip of PDFs, streamed', 'application/zip'),
        404: refuses('One of the orders does not exist, or is not yours'),
        422: refuses(`No orders, or more than ${MAX_ORDERS_IN_ZIP} orders or ${MAX_IN_ZIP} documents`),
        429: refuses('Another zip of this buyer is not complete; see Retry-After'),
      },
      respond: async (c) => {
        const { caller } = c.var
        const entries = await listDocuments(db, caller, c.req.valid('json').orderIds)
        if (!entries) throw refuseDocument({ refused: 'no-such-document' })
        if (entries.length > MAX_IN_ZIP)
          throw refuseDocument({ refused: 'too-many-documents', count: entries.length })
        const run = workers(queueOwnerOf(c.var.audit))
        const zip = zipDocuments(db, run, caller, entries, startZip(caller))
        return c.body(zip, 200, downloadHeaders('application/zip', 'documents.zip'))
      },
    }),
    downloadLedger: adminRoute({
      endpoint: 'GET /ledger/csv',
      summary: 'Download the invoices and credit notes as CSV',
      description: 'Oldest first. Credit notes are negative.',
      request: { query: ledgerQuery },
      responses: {
        200: file('All documents of the period, streamed', 'text/csv'),
      },
      respond: async (c) => {
        const { format, ...period } = c.req.valid('query')
        const csv = await streamLedgerCsv(db, period, format)
        return c.body(csv, 200, downloadHeaders(CSV_TYPE, 'ledger.csv'))
      },
    }),
  })
}
