import type { Db } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { dropSecondFactors } from '#shop/auth/second-factor/second-factor.server.ts'

/** What the other slices do with an account whose e-mail's owner takes it over; createApp hands it in. */
export type ReclaimHooks = {
  /** In the transaction in which the account changes hands. */
  inTransaction: (db: Db, account: { id: string; email: string }) => Promise<void>
  /** After it, when nothing is locked any more. */
  afterwards: (accountId: string) => Promise<void>
}

/**
 * Gives an account to the owner of its e-mail, who comes from Google or by a mailed reset link, when
 * nobody had verified that e-mail. Whatever somebody else planted there goes (product 10.5): sessions,
 * the profile with its address, unpaid orders. A verified account stays as it is.
 */
export async function reclaimAccount(
  db: Db,
  hooks: ReclaimHooks,
  accountId: string,
  owner: { name: string; address: string | null; keepsPassword: boolean },
): Promise<void> {
  const { name, address, keepsPassword } = owner
  const reclaimed = await db.transaction().execute(async (db) => {
    const account = await lockUnverified(db, accountId)
    if (!account) return false
    // Before the e-mail is verified, which would send what waits for it.
    await hooks.inTransaction(db, account)
    await db.deleteFrom('outgoingMail').where('heldFor', '=', account.email).execute()
    const emptied = { phone: '', country: '', city: '', postcode: '', address: '', image: null }
    await db
      .updateTable('account')
      .set({ ...emptied, name, emailVerified: true })
      .where('id', '=', accountId)
      .execute()
    await dropWaysIn(db, accountId, keepsPassword)
    await recordAudit(db, {
      action: 'account-reclaimed',
      actor: account,
      subject: account,
      address,
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

async function dropWaysIn(db: Db, accountId: string, keepsPassword: boolean): Promise<void> {
  const credentials = db.deleteFrom('credential').where('userId', '=', accountId)
  await (keepsPassword
    ? credentials.where('providerId', '<>', 'credential')
    : credentials
  ).execute()
  await db.deleteFrom('session').where('userId', '=', accountId).execute()
  await dropSecondFactors(db, accountId)
  await db.deleteFrom('verification').where('value', '=', accountId).execute()
}
