import type { Db } from '#platform/database/database.server.ts'
import { type AuditEntry, recordAudit } from '#shop/audit/audit.server.ts'
import { findUser, type StoredUser } from '#shop/auth/user-queries.server.ts'
import type { UserRefusal } from '#shop/users/user-refusals.server.ts'

/**
 * Makes the user with this e-mail an admin, once it is verified: until then, somebody else may have
 * registered with it. Idempotent.
 */
export function promoteUser(
  db: Db,
  email: string,
  audit: Pick<AuditEntry, 'actor' | 'ipAddress'>,
): Promise<UserRefusal | StoredUser> {
  return db.transaction().execute(async (db) => {
    const promoted = await db
      .updateTable('account')
      .set({ role: 'admin', updatedAt: new Date() })
      .where('email', '=', email)
      .where('closedAt', 'is', null)
      .where('role', '<>', 'admin')
      .where('emailVerified', '=', true)
      .returning('id')
      .executeTakeFirst()
    if (promoted) {
      await recordAudit(db, { action: 'role-changed', subject: { ...promoted, email }, ...audit })
    }
    const user = await findUser(db, email)
    if (!user) return { refused: 'no-such-user' }
    return user.role === 'admin' ? user : { refused: 'email-not-verified' }
  })
}
