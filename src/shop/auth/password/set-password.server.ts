import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'

/**
 * Sets a user's password, also for users without one, and revokes every session and every pending reset
 * link. Runs in the caller's transaction.
 */
export async function setPassword(db: Db, accountId: string, hash: string): Promise<void> {
  await db
    .insertInto('credential')
    // better-auth's format: for the password provider, the account id is the user's id.
    .values({
      id: uuidv7(),
      userId: accountId,
      providerId: 'credential',
      accountId,
      password: hash,
    })
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'accountId']).doUpdateSet({ password: hash, updatedAt: new Date() }),
    )
    .execute()
  await db.deleteFrom('session').where('userId', '=', accountId).execute()
  await db.deleteFrom('verification').where('value', '=', accountId).execute()
}
