import type { Db } from '#platform/database/database.server.ts'
import { type AuditEntry, recordAudit } from '#shop/audit/audit.server.ts'
import { findUser, type StoredUser } from '#shop/auth/user-queries.server.ts'

/** Makes the user with this e-mail an admin; undefined when there is none. Idempotent. */
export function promoteUser(
  db: Db,
  email: string,
  audit: Pick<AuditEntry, 'actor' | 'ipAddress'>,
): Promise<StoredUser | undefined> {
  return db.transaction().execute(async (db) => {
    const promoted = await db
      .updateTable('account')
      .set({ role: 'admin', updatedAt: new Date() })
      .where('email', '=', email)
      .where('closedAt', 'is', null)
      .where('role', '<>', 'admin')
      .returning('id')
      .executeTakeFirst()
    if (promoted) {
      await recordAudit(db, { action: 'role-changed', subject: { ...promoted, email }, ...audit })
    }
    return findUser(db, email)
  })
}
