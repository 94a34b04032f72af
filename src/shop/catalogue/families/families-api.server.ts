import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { routesWith } from '#platform/http/api/public-route.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { CallerVariables } from '#shop/auth/access/caller.server.ts'
import { productJson, toProductsJson } from '#shop/catalogue/product-json.server.ts'
import { callerViewer } from '#shop/prices/viewer.server.ts'
import { findFamilyBySlug, listSizes } from './families.server.ts'

const familyJson = z
  .object({
    name: z.string().openapi({ example: 'Ring spanner' }),
    slug: z.string().openapi({ example: 'ring-spanner' }),
    longText: z.string().nullable().openapi({ description: 'Markdown' }),
    imgURL: z.string().nullable(),
    drawing: z.string().nullable().openapi({ description: 'An image with dimensions' }),
    products: z.array(productJson).openapi({ description: 'Its sizes on sale, ascending' }),
  })
  .openapi('Family')

// Buyers see their own prices.
const priceRoute = routesWith<CallerVariables>('public', (_, next) => next())

export function createFamiliesApi({ db }: { db: Db }) {
  return restApi(
    priceRoute({
      endpoint: 'GET /families/{slug}',
      operationId: 'readFamily',
      summary: 'Read a family with its sizes',
      cached: [],
      request: { params: z.object({ slug: z.string() }) },
      responses: {
        200: answers('The family', familyJson),
        404: refuses('No family of this name has a product on sale'),
      },
      respond: async (c) => {
        const family = await findFamilyBySlug(db, c.req.valid('param').slug)
        const products = family ? await listSizes(db, family.name) : []
        if (!family || products.length === 0)
          throw new HttpRefusal(404, 'no-such-family', 'There is no such family.')
        const { name, slug, longText, image: imgURL, drawing } = family
        const priced = await toProductsJson(db, callerViewer(c.var.caller), products)
        return c.json({ name, slug, longText, imgURL, drawing, products: priced }, 200)
      },
    }),
  )
}
