import type { Db } from '#platform/database/database.server.ts'

/** The sessions of an account that are alive, the newest first. */
export function listSessions(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('session')
    .select(['id', 'createdAt', 'updatedAt', 'ipAddress', 'userAgent'])
    .where('userId', '=', accountId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute()
}

/** Ends one session of an account; answers whether there was one. */
export async function endSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('userId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Ends every session of an account but this one; answers how many those were. */
export async function endOtherSessions(db: Db, accountId: string, keptId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('userId', '=', accountId)
    .where('id', '<>', keptId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
