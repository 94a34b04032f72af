import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { downloadHeaders, file } from '#platform/http/api/download.server.ts'
import { body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { WorkerJob, WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { queueOwnerOf } from '#shop/auth/access/caller.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { refuseProduct } from '#shop/catalogue/product-refusals.server.ts'
import { listFullProducts } from '#shop/catalogue/products.server.ts'
import { pdfWorker } from '#shop/documents/pdf/pdf-jobs.server.ts'
import type { renderLabels } from './render-labels.server.ts'

const MAX_LABELS = 210

const labelsJob: WorkerJob<typeof renderLabels> = {
  kind: pdfWorker,
  module: 'src/shop/product-admin/labels/render-labels.server.ts',
  function: 'renderLabels',
}

export function createLabelsApi(environment: { db: Db; clock: () => Date; workers: WorkerPool }) {
  const { db, clock, workers } = environment
  return restApi({
    printLabels: adminRoute({
      endpoint: 'POST /products/labels',
      onlyReads: true,
      summary: 'Print labels of products',
      description:
        'For A4 sheets of 21 labels: name, bin, and Code 128 of the SKU and of the GTIN. A product that is named several times gets as many labels.',
      request: {
        body: body(
          z.strictObject({
            ids: z
              .array(z.uuid())
              .min(1, 'Name at least one product')
              .max(MAX_LABELS, `At most ${MAX_LABELS} labels can be printed at once`),
          }),
        ),
      },
      responses: {
        200: file('The PDF', 'application/pdf'),
        404: refuses('No such product'),
        422: refuses(`No products, or more than ${MAX_LABELS} labels`),
        503: refuses('Too many PDFs are being rendered; see Retry-After'),
      },
      respond: async (c) => {
        const { ids } = c.req.valid('json')
        const byId = new Map((await listFullProducts(db, ids)).map((product) => [product.id, product]))
        const products = ids.flatMap((id) => byId.get(id.toLowerCase()) ?? [])
        if (products.length < ids.length) throw refuseProduct({ refused: 'no-such-product' })
        const labels = products.map(({ sku, name, bin, gtin }) => ({ sku, name, bin, gtin }))
        const bytes = await workers(queueOwnerOf(c.var.audit))(labelsJob, labels, clock())
        return c.body(new Uint8Array(bytes), 200, downloadHeaders('application/pdf', 'labels.pdf'))
      },
    }),
  })
}
