import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { createBatchQueue } from '#platform/jobs/batch-queue.server.ts'

const MAX_HELD = 20

/**
 * Returns a function that holds back an outbox mail while the user with the e-mail `to` has not
 * verified it, and returns whether it did. Mails queued at about the same time share a statement.
 */
export function createMailHold(db: Db): (id: string, to: string) => Promise<boolean> {
  const hold = createBatchQueue<UnheldMail, boolean>({
    run: async (mails) => {
      const held = await holdUnverifiedMails(db, mails)
      return mails.map(({ id }) => ({ value: held.has(id) }))
    },
    atOnce: 1,
    maxWeight: 100,
  })
  return (id, to) => hold({ id, email: to.toLowerCase() })
}

type UnheldMail = { id: string; email: string }

/**
 * Holds mails to unverified e-mails and returns their ids. A concurrent verification either waits
 * for this and releases the mails, or is seen here.
 */
async function holdUnverifiedMails(db: Db, mails: UnheldMail[]): Promise<Set<string>> {
  const { rows } = await sql<UnheldMail>`
    with unverified as (
      select email from account
      where email = any(${mails.map(({ email }) => email)}::text[])
        and not email_verified and closed_at is null
      order by id for share
    )
    update outgoing_mail set held_for = mail.email, held_since = now(), attempts = 0
    from unnest(${mails.map(({ id }) => id)}::uuid[], ${mails.map(({ email }) => email)}::text[])
      as mail (id, email)
    where outgoing_mail.id = mail.id and mail.email in (select email from unverified)
    returning outgoing_mail.id, held_for as email`.execute(db)
  for (const email of new Set(rows.map(({ email }) => email))) await forgetOldest(db, email)
  return new Set(rows.map(({ id }) => id))
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
    .limit(MAX_HELD)
  await db
    .deleteFrom('outgoingMail')
    .where('heldFor', '=', email)
    .where('id', 'not in', newest)
    .execute()
}
