import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, deletedJson, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { PRICE_VIEW } from '#shop/auth/access/caller.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { endSeeingAs, seeAs } from '#shop/auth/sessions/sees-as.server.ts'
import { refusePrices } from '#shop/prices/price-refusals.server.ts'

const viewJson = z
  .object({ name: z.string(), until: z.string().openapi({ description: 'When it ends' }) })
  .openapi('PriceView')

export type PriceViewApi = ReturnType<typeof createPriceViewApi>

/** Lets an admin see the shop with the prices of a user: in the own session, which meanwhile only reads. */
export function createPriceViewApi({ db }: { db: Db }) {
  return restApi()
    .openapi(
      adminRoute({
        method: 'put',
        path: PRICE_VIEW,
        operationId: 'startPriceView',
        summary: 'See the prices of a user for 30 minutes',
        description:
          'Only in this session, which meanwhile changes nothing. Orders, documents and tokens of the user are not seen.',
        request: { body: body(z.object({ user: z.string() })) },
        responses: {
          200: answers('Whose prices are seen', viewJson),
          403: refuses('Not an admin, or the prices of another user are seen'),
          404: refuses('No such user'),
        },
      }),
      async (c) => {
        const seen = await seeAs(db, c.req.valid('json').user, c.var.audit)
        if (!seen) throw refusePrices({ refused: 'no-such-user' })
        return c.json({ name: seen.name, until: seen.until.toISOString() }, 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'delete',
        path: PRICE_VIEW,
        operationId: 'endPriceView',
        summary: 'See one’s own prices again',
        responses: { 200: answers('Ended, if there was one', deletedJson) },
      }),
      async (c) => c.json({ deletedCount: await endSeeingAs(db, c.var.audit) }, 200),
    )
}
