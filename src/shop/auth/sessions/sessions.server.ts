import type { Selectable } from 'kysely'
import type { Session } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'

/** The most sessions that a user has; a new one ends the oldest. */
export const MAX_SESSIONS = 100

const columns = ['id', 'createdAt', 'updatedAt', 'ipAddress', 'userAgent'] as const

export type StoredSession = Pick<Selectable<Session>, (typeof columns)[number]>

/** Returns the unexpired sessions of a user, newest first. */
export function listSessions(db: Db, accountId: string, now: Date): Promise<StoredSession[]> {
  return db
    .selectFrom('session')
    .select(columns)
    .where('userId', '=', accountId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .limit(MAX_SESSIONS)
    .execute()
}

/** Ends the sessions of a user beyond the newest ones that are listed. */
export async function endOldestSessions(db: Db, accountId: string): Promise<void> {
  await db
    .deleteFrom('session')
    .where('id', 'in', (query) =>
      query
        .selectFrom('session')
        .select('id')
        .where('userId', '=', accountId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_SESSIONS),
    )
    .execute()
}

/** Ends one session of a user; returns whether it existed. */
export async function endSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('userId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Ends all sessions of a user except one; returns how many were ended. */
export async function endOtherSessions(db: Db, accountId: string, exceptId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('userId', '=', accountId)
    .where('id', '<>', exceptId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
