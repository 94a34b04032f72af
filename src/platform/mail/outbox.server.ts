import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'

/** A mail that somebody is about to send: its template's name, and what that template needs. */
export type QueuedMail = { id: string; template: string; content: unknown; attempts: number }

// A sender that died is taken over after this time; a send under way never lasts as long.
const LEASE = sql<Date>`now() + interval '3 minutes'`
const LONGEST_WAIT_SECONDS = 15 * 60
// Three days at the longest wait: a mail server may well be down over a weekend.
const MOST_ATTEMPTS = 300

/**
 * Notes a mail in the running transaction: it is sent when, and only when, that commits. Nothing is
 * sent before, so no request waits for a mail server.
 */
export async function queueMail(
  db: Db,
  mail: { template: string; content: object },
): Promise<void> {
  const content = JSON.stringify(mail.content)
  await db
    .insertInto('outgoingMail')
    .values({ id: uuidv7(), template: mail.template, content })
    .execute()
}

/** Takes up to `limit` mails that are due, for this process alone, and holds no lock afterwards. */
export function claimDueMail(db: Db, limit: number): Promise<QueuedMail[]> {
  return db
    .with('due', (db) =>
      db
        .selectFrom('outgoingMail')
        .select('id')
        .where('deadAt', 'is', null)
        .where('heldFor', 'is', null)
        .where('dueAt', '<=', sql<Date>`now()`)
        .orderBy('dueAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outgoingMail')
    .from('due')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), dueAt: LEASE }))
    .whereRef('outgoingMail.id', '=', 'due.id')
    .returning(['outgoingMail.id', 'template', 'content', 'attempts'])
    .execute()
}

/** A mail server has it: the outbox forgets it, and who bought what with it. */
export async function forgetSentMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outgoingMail').where('id', '=', id).execute()
}

/** Sends it once more later: after 5 s, 10 s, 20 s … up to 15 minutes; never after the last try. */
export async function retryMail(db: Db, mail: QueuedMail, lastError: string): Promise<void> {
  if (mail.attempts >= MOST_ATTEMPTS) return abandonMail(db, mail.id, lastError)
  const seconds = Math.min(LONGEST_WAIT_SECONDS, 5 * 2 ** (mail.attempts - 1))
  await db
    .updateTable('outgoingMail')
    .set({ lastError, dueAt: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', mail.id)
    .execute()
}

/** Never sends it again, but keeps it. */
export async function abandonMail(db: Db, id: string, lastError: string): Promise<void> {
  await db
    .updateTable('outgoingMail')
    .set({ lastError, deadAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
