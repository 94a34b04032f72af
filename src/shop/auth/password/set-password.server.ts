import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'

/**
 * Gives an account this password, also one that had none, and ends what the old one had opened:
 * every session, and every reset link that is on its way. Runs inside the caller's transaction.
 */
export async function setPassword(db: Db, accountId: string, hash: string): Promise<void> {
  await db
    .insertInto('credential')
    // better-auth's own way of writing: the password's provider names the account itself.
    .values({
      ...{ id: uuidv7(), userId: accountId, providerId: 'credential', accountId },
      password: hash,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['providerId', 'accountId'])
        .doUpdateSet({ password: hash, updatedAt: new Date() }),
    )
    .execute()
  await db.deleteFrom('session').where('userId', '=', accountId).execute()
  await db.deleteFrom('verification').where('value', '=', accountId).execute()
}
