import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { adminJson } from '#shop/auth/access/admin-list.server.ts'
import { findNamedProducts } from './find-named-products.server.ts'

export const MAX_CODES = 1000

const namedProductJson = z.object({
  _id: z.string(),
  sku: z.string(),
  code: z.string().openapi({ description: 'The code that was asked for' }),
  name: z.string(),
  files: z.array(z.string()).openapi({ description: 'The URLs of its images and documents' }),
})

export type NamedProductsApi = ReturnType<typeof createNamedProductsApi>

/** Serves the products that files are named after. */
export function createNamedProductsApi({ db }: { db: Db }) {
  return restApi().openapi(
    ...adminJson({
      method: 'post',
      path: '/products/named',
      operationId: 'findNamedProducts',
      summary: 'Find the products that files are named after',
      body: z.object({ codes: z.array(z.string().max(60)).max(MAX_CODES) }),
      answer: 'Products by the letters and digits of their SKU or GTIN',
      json: z.array(namedProductJson),
      respond: ({ json: { codes } }) => findNamedProducts(db, codes),
    }),
  )
}
