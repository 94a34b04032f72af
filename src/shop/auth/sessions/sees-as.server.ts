import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'

const SEES_MS = 30 * 60_000

/** Shows an admin the prices of a user for some time, in this session; undefined without such a user. */
export async function seeAs(db: Db, id: string, audit: AuditContext) {
  return db.transaction().execute(async (db) => {
    const user = isUuid(id)
      ? await db
          .selectFrom('account')
          .select(['id', 'email', 'name'])
          .where('id', '=', id)
          .where('closedAt', 'is', null)
          .executeTakeFirst()
      : undefined
    if (!user) return undefined
    const until = new Date(Date.now() + SEES_MS)
    await db
      .updateTable('session')
      .set({ seesAs: user.id, seesUntil: until })
      .where('id', '=', audit.actor.sessionId)
      .execute()
    await recordAudit(db, { action: 'price-view-started', subject: user, ...audit })
    return { name: user.name, until }
  })
}

/** Ends that; returns how many were ended. */
export async function endSeeingAs(db: Db, audit: AuditContext): Promise<number> {
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
