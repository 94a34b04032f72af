import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { publicRoute } from '#platform/http/api/public-route.server.ts'
import { answers, restApi } from '#platform/http/api/rest-api.server.ts'
import { category } from './category-json.server.ts'
import { listCategories } from './category-queries.server.ts'

export function createCategoriesApi({ db }: { db: Db }) {
  return restApi({
    listCategories: publicRoute({
      endpoint: 'GET /categories',
      responses: {
        200: answers('All categories with their specifications, parents first', z.array(category)),
      },
      respond: async (c) => c.json(await listCategories(db), 200),
    }),
  })
}
