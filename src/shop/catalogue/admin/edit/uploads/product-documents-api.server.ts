import { z } from '@hono/zod-openapi'
import type { DocumentStore } from '#platform/documents/document-store.server.ts'
import type { PdfRefusal } from '#platform/documents/pdf.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { LARGEST_DOCUMENT_BYTES } from './product-document-rules.ts'
import { createUpload, uploadBody } from './read-upload.server.ts'
import { refuseDocument } from './upload-refusals.server.ts'

const rules = {
  field: 'document',
  largestBytes: LARGEST_DOCUMENT_BYTES,
  drainedBytes: 40 * 1024 * 1024,
}

const postDocument = adminRoute({
  method: 'post',
  path: '/productDocuments',
  operationId: 'uploadProductDocument',
  summary: 'Upload a document',
  requestBody: uploadBody(rules.field),
  responses: {
    200: answers(
      'Stored; use the URL in a product’s details',
      z.object({
        success: z.literal(true),
        data: z.object({ url: z.string(), bytes: z.number().int() }),
      }),
    ),
    400: refuses('Invalid multipart body'),
    413: refuses('Larger than 10 MB'),
    415: refuses('Not a PDF file'),
    422: refuses('Not exactly one file in the field document, damaged or encrypted'),
    503: refuses('Too many concurrent uploads'),
  },
})

export type ProductDocumentsApi = ReturnType<typeof createProductDocumentsApi>

/** Serves document uploads of admins. */
export function createProductDocumentsApi({ documents }: { documents: DocumentStore }) {
  // Bodies are held in memory, and each check is a process of its own.
  const upload = createUpload<{ url: string; bytes: number }, PdfRefusal>({
    rules,
    bodies: { atOnce: 4, waiting: 0 },
    checks: { atOnce: 1, waiting: 4 },
    store: (document) => documents.store(document),
    refuse: refuseDocument,
  })
  return restApi().openapi(postDocument, async (c) => {
    return c.json({ success: true as const, data: await upload(c.req.raw) }, 200)
  })
}
