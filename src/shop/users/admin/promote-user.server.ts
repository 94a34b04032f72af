import type { Db } from '#platform/database/database.server.ts'
import { type AuditEntry, recordAudit } from '#shop/audit/audit.server.ts'
import { type AccountRow, findAccount } from '#shop/auth/user-queries.server.ts'

type By = Pick<AuditEntry, 'actor' | 'address'>

/** Makes the user with this e-mail an admin; undefined when there is none. Idempotent. */
export function promoteAccount(db: Db, email: string, by: By): Promise<AccountRow | undefined> {
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
      await recordAudit(db, { action: 'role-changed', subject: { ...promoted, email }, ...by })
    }
    return findAccount(db, email)
  })
}
