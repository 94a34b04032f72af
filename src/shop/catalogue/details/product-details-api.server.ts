import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { publicJson } from '#shop/auth/access/json-routes.server.ts'
import { refuseProduct } from '#shop/catalogue/product-refusals.server.ts'
import { productDetails } from './product-details-json.server.ts'
import { findProductDetails } from './product-details-queries.server.ts'

export function createProductDetailsApi({ db }: { db: Db }) {
  return restApi(
    publicJson({
      endpoint: 'GET /products/details/{id}',
      operationId: 'getProductDetails',
      summary: 'Read a product’s further images and documents',
      cached: [],
      params: z.object({ id: z.string() }),
      answer: 'The further images and documents',
      json: productDetails,
      refusals: { 404: 'No such product' },
      respond: async ({ params: { id } }) => {
        const details = await findProductDetails(db, id)
        if (!details) throw refuseProduct({ refused: 'no-such-product' })
        return details
      },
    }),
  )
}
