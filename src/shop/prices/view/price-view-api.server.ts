import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { deletedJson, restApi } from '#platform/http/api/rest-api.server.ts'
import { PRICE_VIEW } from '#shop/auth/access/caller.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { endSeeingAs, seeAs } from '#shop/auth/sessions/sees-as.server.ts'
import { refusePrices } from '#shop/prices/price-refusals.server.ts'

const viewJson = z
  .object({ name: z.string(), until: z.string().describe('When it ends') })
  .openapi('PriceView')

/** Lets an admin see the shop with the prices of a user: in the own session, which meanwhile only reads. */
export function createPriceViewApi({ db }: { db: Db }) {
  return restApi({
    startPriceView: adminJson({
      endpoint: `PUT ${PRICE_VIEW}`,
      summary: 'See the prices of a user for 30 minutes',
      description:
        'Only in this session, which meanwhile changes nothing. Orders, documents and tokens of the user are not seen.',
      body: z.object({ user: z.string() }),
      answer: 'Whose prices are seen',
      json: viewJson,
      refusals: {
        403: 'Not an admin, or the prices of another user are seen',
        404: 'No such user',
      },
      respond: async ({ json: { user }, audit }) => {
        const seen = await seeAs(db, user, audit)
        if (!seen) throw refusePrices({ refused: 'no-such-user' })
        return { name: seen.name, until: seen.until.toISOString() }
      },
    }),
    endPriceView: adminJson({
      endpoint: `DELETE ${PRICE_VIEW}`,
      summary: 'See one’s own prices again',
      answer: 'Ended, if there was one',
      json: deletedJson,
      respond: async ({ audit }) => ({ deletedCount: await endSeeingAs(db, audit) }),
    }),
  })
}
