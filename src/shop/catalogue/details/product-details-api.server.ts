import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { publicRoute } from '#platform/http/api/public-route.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { refuseProduct } from '#shop/catalogue/product-refusals.server.ts'
import { productDetails } from './product-details-json.server.ts'
import { findProductDetails } from './product-details-queries.server.ts'

export function createProductDetailsApi({ db }: { db: Db }) {
  return restApi({
    getProductDetails: publicRoute({
      endpoint: 'GET /products/details/{id}',
      summary: 'Read a product’s further images and documents',
      cached: [],
      request: { params: z.object({ id: z.string() }) },
      responses: {
        200: answers('The further images and documents', productDetails),
        404: refuses('No such product'),
      },
      respond: async (c) => {
        const details = await findProductDetails(db, c.req.valid('param').id)
        if (!details) throw refuseProduct({ refused: 'no-such-product' })
        return c.json(details, 200)
      },
    }),
  })
}
