import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import type { DocumentStore } from '#platform/documents/document-store.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { productDetails } from '#shop/catalogue/details/product-details-json.server.ts'
import { changeDetails } from './change-details.server.ts'
import { detailsChanges } from './details-forms.ts'
import { refuseDetails } from './details-refusals.server.ts'

export function createManageDetailsApi(environment: {
  db: Db
  images: ImageStore
  documents: DocumentStore
}) {
  return restApi({
    updateProductDetails: adminRoute({
      endpoint: 'PUT /products/details/{id}',
      summary: 'Replace a product’s further images and documents',
      request: { params: z.object({ id: z.string() }), body: body(detailsChanges) },
      responses: {
        200: answers('The stored details', productDetails),
        404: refuses('No such product'),
        409: answers(
          'Changed in the meantime; the response has the current details',
          z.object({ code: z.literal('stale'), message: z.string(), details: productDetails }),
        ),
        422: refuses('Validation failed, or a file that is not stored in this shop'),
      },
      respond: async (c) => {
        const { id } = c.req.valid('param')
        const changes = c.req.valid('json')
        const changed = await changeDetails(environment.db, environment, id, changes, c.var.audit)
        if (!('refused' in changed)) return c.json(changed, 200)
        const refusal = refuseDetails(changed)
        if (changed.refused !== 'stale') throw refusal
        const { message } = refusal
        return c.json({ code: 'stale' as const, message, details: changed.details }, 409)
      },
    }),
  })
}
