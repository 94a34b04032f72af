import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

const MOST_HELD = 20

/**
 * Holds back an outbox mail while the user with the e-mail `to` has not verified it; returns
 * whether it did. A concurrent verification either waits for this and releases the mail, or is seen
 * here.
 */
export async function holdUnverifiedMail(db: Db, id: string, to: string): Promise<boolean> {
  const email = to.toLowerCase()
  const { rows } = await sql`
    update outgoing_mail set held_for = ${email}, held_since = now(), attempts = 0
    where id = ${id}::uuid and exists (
      select from account
      where email = ${email} and not email_verified and closed_at is null for share
    )
    returning id`.execute(db)
  if (rows.length === 0) return false
  await forgetOldest(db, email)
  return true
}

/**
 * Keeps only the newest mails, so that orders placed and cancelled in a loop cannot fill the table.
 */
async function forgetOldest(db: Db, email: string): Promise<void> {
  const newest = db
    .selectFrom('outgoingMail')
    .select('id')
    .where('heldFor', '=', email)
    .orderBy('id', 'desc')
    .limit(MOST_HELD)
  await db
    .deleteFrom('outgoingMail')
    .where('heldFor', '=', email)
    .where('id', 'not in', newest)
    .execute()
}
