import type { Db } from '#platform/database/database.server.ts'
import { type AuditEntry, recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { findUser, type StoredUser } from '#shop/auth/user-queries.server.ts'
import { lockAdmins } from '#shop/users/delete-user.server.ts'
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

/**
 * Makes an admin a buyer; the acting one only when `isConfirmed`. Idempotent. A lock serializes
 * admins who demote each other, so that one remains.
 */
export function demoteUser(
  db: Db,
  email: string,
  isConfirmed: boolean,
  audit: AuditContext,
): Promise<UserRefusal | StoredUser> {
  return db.transaction().execute(async (db) => {
    const admins = await lockAdmins(db)
    const account = await findUser(db, email)
    if (!admins.includes(audit.actor.id)) return { refused: 'not-allowed' as const }
    if (!account) return { refused: 'no-such-user' as const }
    if (!admins.includes(account.id)) return account
    if (admins.length === 1) return { refused: 'last-admin' as const, attempt: 'demote' as const }
    if (account.id === audit.actor.id && !isConfirmed) return { refused: 'own-role' as const }
    await db
      .updateTable('account')
      .set({ role: 'buyer', updatedAt: new Date() })
      .where('id', '=', account.id)
      .execute()
    await recordAudit(db, { action: 'admin-removed', subject: account, ...audit })
    return { ...account, role: 'buyer' }
  })
}
