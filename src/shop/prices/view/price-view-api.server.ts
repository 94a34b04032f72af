import { z } from '@hono/zod-openapi'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, deletedJson, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { type AuditContext, PRICE_VIEW } from '#shop/auth/access/caller.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { refusePrices } from '#shop/prices/price-refusals.server.ts'

const VIEW_MS = 30 * 60_000

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
      async (c) => c.json(await startPriceView(db, c.req.valid('json').user, c.var.audit), 200),
    )
    .openapi(
      adminRoute({
        method: 'delete',
        path: PRICE_VIEW,
        operationId: 'endPriceView',
        summary: 'See one’s own prices again',
        responses: { 200: answers('Ended, if there was one', deletedJson) },
      }),
      async (c) => c.json({ deletedCount: await endPriceView(db, c.var.audit) }, 200),
    )
}

async function startPriceView(db: Db, id: string, audit: AuditContext) {
  return db.transaction().execute(async (db) => {
    const user = isUuid(id)
      ? await db
          .selectFrom('account')
          .select(['id', 'email', 'name'])
          .where('id', '=', id)
          .where('closedAt', 'is', null)
          .executeTakeFirst()
      : undefined
    if (!user) throw refusePrices({ refused: 'no-such-user' })
    const seesUntil = new Date(Date.now() + VIEW_MS)
    await db
      .updateTable('session')
      .set({ seesAs: user.id, seesUntil })
      .where('id', '=', audit.actor.sessionId)
      .execute()
    await recordAudit(db, { action: 'price-view-started', subject: user, ...audit })
    return { name: user.name, until: seesUntil.toISOString() }
  })
}

async function endPriceView(db: Db, audit: AuditContext): Promise<number> {
  return db.transaction().execute(async (db) => {
    const { sessionId, seesAs = null } = audit.actor
    await db
      .updateTable('session')
      .set({ seesAs: null, seesUntil: null })
      .where('id', '=', sessionId)
      .execute()
    if (seesAs === null) return 0
    const subject = await db
      .selectFrom('account')
      .select(['id', 'email'])
      .where('id', '=', seesAs)
      .executeTakeFirstOrThrow()
    await recordAudit(db, { action: 'price-view-ended', subject, ...audit })
    return 1
  })
}
