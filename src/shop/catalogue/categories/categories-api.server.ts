import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { publicJson } from '#shop/auth/access/json-routes.server.ts'
import { category } from './category-json.server.ts'
import { listCategories } from './category-queries.server.ts'

export function createCategoriesApi({ db }: { db: Db }) {
  return restApi(
    publicJson({
      endpoint: 'GET /categories',
      operationId: 'listCategories',
      answer: 'All categories with their specifications, parents first',
      json: z.array(category),
      respond: () => listCategories(db),
    }),
  )
}
