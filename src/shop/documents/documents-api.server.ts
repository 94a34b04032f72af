import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { refusals } from '#platform/http/api/refusals.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { userRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { documentKinds, fileName } from './document.ts'
import { findDocument, listDocuments } from './document-queries.server.ts'
import { zipDocuments } from './documents-zip.server.ts'
import { renderPdf } from './pdf/render-pdf.server.ts'

/** A document of an order as the API lists it. */
export const documentEntryJson = z.object({
  kind: z.enum(documentKinds),
  number: z.string(),
  issuedAt: z.string(),
})

const refuseDocument = refusals({
  'no-such-document': { status: 404, text: 'There is no such document.' },
})

const orderName = z.string().max(100)

const binary = (type: string) => ({
  [type]: { schema: z.string().openapi({ type: 'string', format: 'binary' }) },
})

/** The maximum orders whose documents come as one zip. */
const MAX_ORDERS_IN_ZIP = 200

export type DocumentsApi = ReturnType<typeof createDocumentsApi>

/** Serves the documents of orders to their buyers and to admins. */
export function createDocumentsApi({ db }: { db: Db }) {
  return restApi()
    .openapi(
      userRoute({
        method: 'get',
        path: '/documents/of/{orderId}',
        operationId: 'listDocuments',
        summary: 'List the documents of an order',
        description: 'The order is named by its `_id` or number, or by the `_id` of a line.',
        request: { params: z.object({ orderId: orderName }) },
        responses: {
          200: answers('Confirmation, invoice and credit notes', z.array(documentEntryJson)),
          404: refuses('No such order, or not yours'),
        },
      }),
      async (c) => {
        const entries = await listDocuments(db, c.var.caller, [c.req.valid('param').orderId])
        if (!entries) throw refuseDocument({ refused: 'no-such-document' })
        return c.json(entries, 200)
      },
    )
    .openapi(
      userRoute({
        method: 'get',
        path: '/documents/{kind}/{number}',
        operationId: 'getDocument',
        summary: 'Download a document',
        description: 'A PDF/A-2a and PDF/UA-1. A confirmation is found by the order’s number.',
        request: { params: z.object({ kind: z.enum(documentKinds), number: z.string().max(40) }) },
        responses: {
          200: { description: 'The PDF', content: binary('application/pdf') },
          404: refuses('No such document, or not yours'),
          503: refuses('Too many documents are being rendered; see Retry-After'),
        },
      }),
      async (c) => {
        const { kind, number } = c.req.valid('param')
        const sheet = await findDocument(db, c.var.caller, kind, number)
        if (!sheet) throw refuseDocument({ refused: 'no-such-document' })
        const pdf = new Uint8Array(await renderPdf(sheet))
        return c.body(pdf, 200, download('application/pdf', fileName(kind, number)))
      },
    )
    .openapi(
      userRoute({
        method: 'post',
        path: '/documents/zip',
        operationId: 'zipDocuments',
        summary: 'Download the documents of several orders',
        description: 'Orders are named as in `/documents/of/{orderId}`.',
        request: {
          body: body(z.object({ orderIds: z.array(orderName).min(1).max(MAX_ORDERS_IN_ZIP) })),
        },
        responses: {
          200: { description: 'A zip of PDFs, streamed', content: binary('application/zip') },
          404: refuses('One of the orders does not exist, or is not yours'),
          422: refuses(`No orders, or more than ${MAX_ORDERS_IN_ZIP}`),
        },
      }),
      async (c) => {
        const { caller } = c.var
        const entries = await listDocuments(db, caller, c.req.valid('json').orderIds)
        if (!entries) throw refuseDocument({ refused: 'no-such-document' })
        const zip = zipDocuments(db, caller, entries)
        return c.body(zip, 200, download('application/zip', 'documents.zip'))
      },
    )
}

function download(type: string, name: string) {
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'private, no-store',
  }
}
