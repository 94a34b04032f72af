import { z } from '@hono/zod-openapi'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { notFound, type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { countOnShelf } from './line-pieces.server.ts'

const refuseShelf = refusals<Refusal<'no-such-product'>>({
  'no-such-product': notFound('There is no such product.'),
})

const count = z.number().int()

export function createShelfApi({ db }: { db: Db }) {
  return restApi({
    countOnShelf: adminJson({
      endpoint: 'GET /shipping/shelf/{productId}',
      summary: 'Count the pieces of a product on the shelf',
      params: z.object({ productId: z.string().max(40) }),
      answer: 'Those that can be ordered, and those that are ordered and not shipped',
      json: z.object({ orderable: count, promised: count, onShelf: count }),
      refusals: { 404: 'No such product' },
      respond: async ({ params: { productId } }) => {
        const shelf = isUuid(productId) ? await countOnShelf(db, productId) : undefined
        if (!shelf) throw refuseShelf({ refused: 'no-such-product' })
        return shelf
      },
    }),
  })
}
