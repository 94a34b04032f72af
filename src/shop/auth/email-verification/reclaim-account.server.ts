import type { Db } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { dropSecondFactors } from '#shop/auth/second-factor/second-factor.server.ts'
import { emptyProfile } from '#shop/auth/user-queries.server.ts'

/** Cleanup by other slices when the owner of an e-mail takes over its account; wired in createApp. */
export type ReclaimHooks = {
  /** Runs in the transaction that transfers the account. */
  inTransaction: (db: Db, account: { id: string; email: string }) => Promise<void>
  /** Runs after commit, without locks. */
  afterwards: (accountId: string) => Promise<void>
}

/**
 * Transfers an account with an unverified e-mail to the owner of that e-mail, who signed in with
 * Google or used a mailed reset link. Removes everything planted there before (product 10.5):
 * sessions, profile with address, unpaid orders. Verified accounts stay unchanged.
 */
export async function reclaimAccount(
  db: Db,
  hooks: ReclaimHooks,
  accountId: string,
  owner: { name: string; ipAddress: string | null; keepsPassword: boolean },
): Promise<void> {
  const { name, ipAddress, keepsPassword } = owner
  const reclaimed = await db.transaction().execute(async (db) => {
    const account = await lockUnverified(db, accountId)
    if (!account) return false
    // Before the e-mail is verified, which would send its queued mail.
    await hooks.inTransaction(db, account)
    await db.deleteFrom('outgoingMail').where('queuedFor', '=', account.email).execute()
    await db
      .updateTable('account')
      .set({ ...emptyProfile, name, emailVerified: true })
      .where('id', '=', accountId)
      .execute()
    await deleteCredentials(db, accountId, keepsPassword)
    await recordAudit(db, {
      action: 'account-reclaimed',
      actor: account,
      subject: account,
      ipAddress,
    })
    return true
  })
  if (reclaimed) await hooks.afterwards(accountId)
}

function lockUnverified(db: Db, accountId: string) {
  return db
    .selectFrom('account')
    .select(['id', 'email'])
    .where('id', '=', accountId)
    .where('emailVerified', '=', false)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

async function deleteCredentials(db: Db, accountId: string, keepsPassword: boolean): Promise<void> {
  const credentials = db.deleteFrom('credential').where('userId', '=', accountId)
  await (keepsPassword ? credentials.where('providerId', '<>', 'credential') : credentials).execute()
  await db.deleteFrom('session').where('userId', '=', accountId).execute()
  await dropSecondFactors(db, accountId)
  await db.deleteFrom('verification').where('value', '=', accountId).execute()
}
