import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { createBatchQueue } from '#platform/jobs/batch-queue.server.ts'

const MAX_QUEUED = 20

/**
 * Returns a function that queues an outbox mail until the user with the e-mail `to` has verified it, and returns
 * whether it did. Mails of about the same time share a statement.
 */
export function createUnverifiedQueue(db: Db): (id: string, to: string) => Promise<boolean> {
  const queue = createBatchQueue<UnverifiedMail, boolean>({
    run: async (mails) => {
      const queued = await queueMails(db, mails)
      return mails.map(({ id }) => ({ value: queued.has(id) }))
    },
    atOnce: 1,
    maxWeight: 100,
  })
  return (id, to) => queue({ id, email: to.toLowerCase() })
}

type UnverifiedMail = { id: string; email: string }

/**
 * Queues mails to unverified e-mails and returns their ids. A concurrent verification either waits for this and
 * sends the mails, or is seen here.
 */
async function queueMails(db: Db, mails: UnverifiedMail[]): Promise<Set<string>> {
  const { rows } = await sql<UnverifiedMail>`
    with unverified as (
      select email from account
      where email = any(${mails.map(({ email }) => email)}::text[])
        and not email_verified and closed_at is null
      order by id for share
    )
    update outgoing_mail set queued_for = mail.email, queued_since = now(), attempts = 0
    from unnest(${mails.map(({ id }) => id)}::uuid[], ${mails.map(({ email }) => email)}::text[])
      as mail (id, email)
    where outgoing_mail.id = mail.id and mail.email in (select email from unverified)
    returning outgoing_mail.id, queued_for as email`.execute(db)
  for (const email of new Set(rows.map(({ email }) => email))) await forgetOldest(db, email)
  return new Set(rows.map(({ id }) => id))
}

/** Keeps only the newest mails, so that orders placed and cancelled in a loop cannot fill the table. */
async function forgetOldest(db: Db, email: string): Promise<void> {
  const newest = db
    .selectFrom('outgoingMail')
    .select('id')
    .where('queuedFor', '=', email)
    .orderBy('id', 'desc')
    .limit(MAX_QUEUED)
  await db.deleteFrom('outgoingMail').where('queuedFor', '=', email).where('id', 'not in', newest).execute()
}
