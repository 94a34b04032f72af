import type { Db } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { emptyProfile } from '#shop/auth/user-queries.server.ts'
import type { UserRefusal } from './user-refusals.server.ts'

/** Cleanup by other slices when a user is deleted; wired in createApi. */
export type UserDeletionHooks = {
  /** Runs in the transaction that deletes the user, who already has the pseudonym's name and e-mail. */
  inTransaction: (db: Db, accountId: string, pseudonym: Pseudonym) => Promise<void>
  /** Runs after commit, without locks. */
  afterwards: (accountId: string) => Promise<void>
}

export type Pseudonym = { name: string; email: string }

type Deletion = UserRefusal | { closed: string }

/**
 * Deletes a user: closes the account with all that only it has, anonymizes its orders and cancels
 * the unpaid ones. The row stays, because paid orders and the ledger refer to it.
 */
export async function deleteUserAccount(
  db: Db,
  hooks: UserDeletionHooks,
  email: string,
  audit: AuditContext,
): Promise<Deletion> {
  const outcome = await db.transaction().execute<Deletion>(async (db) => {
    const admins = await lockAdmins(db)
    const user = await lockUser(db, email)
    if (!admins.includes(audit.actor.id)) return { refused: 'not-allowed' }
    if (!user) return { refused: 'no-such-user' }
    if (admins.length === 1 && admins.includes(user.id)) return { refused: 'last-admin', attempt: 'delete' }

    const pseudonym = { name: 'Deleted user', email: `deleted-${user.id}@deleted.invalid` }
    await clearUser(db, user.id, pseudonym)
    await hooks.inTransaction(db, user.id, pseudonym)
    const subject = { id: user.id, email }
    await recordAudit(db, { action: 'account-deleted', subject, ...audit })
    return { closed: user.id }
  })
  if ('closed' in outcome) await hooks.afterwards(outcome.closed)
  return outcome
}

/**
 * Returns whether the database refused a statement because its user was deleted after the request
 * was authenticated.
 */
export function isUserDeleted(error: unknown): boolean {
  const { code, constraint } = Object(error)
  return code === '23503' && String(constraint).endsWith('_of_open_account')
}

/**
 * Locks all admins and returns their ids, so that of two admins who delete or demote each other the
 * second is refused.
 */
export async function lockAdmins(db: Db): Promise<string[]> {
  const admins = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .where('closedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return admins.map(({ id }) => id)
}

// From here on, new orders of this user wait for the lock, and fail once the user is deleted.
function lockUser(db: Db, email: string) {
  return db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

async function clearUser(db: Db, id: string, pseudonym: Pseudonym): Promise<void> {
  await db
    .updateTable('account')
    .set({
      ...emptyProfile,
      ...pseudonym,
      role: 'buyer',
      emailVerified: false,
      twoFactorEnabled: false,
      // Deletes its sessions, credentials, second factors, review, lists and membership.
      closedAt: new Date(),
    })
    .where('id', '=', id)
    .execute()
  // Pending reset links must not work any more.
  await db.deleteFrom('verification').where('value', '=', id).execute()
}
