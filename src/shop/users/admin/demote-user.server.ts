import type { Db } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { findUser, type StoredUser } from '#shop/auth/user-queries.server.ts'
import { lockAdmins } from '#shop/users/delete-user.server.ts'
import type { UserRefusal } from '#shop/users/user-refusals.server.ts'

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
