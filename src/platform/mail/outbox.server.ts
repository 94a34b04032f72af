import { type SqlBool, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { removeControlCharacters } from '#platform/text.ts'

/** A claimed mail: its template's name and parameters. */
export type QueuedMail = { id: string; template: string; content: unknown; attempts: number }

// A claim expires after this time if its process died; sending never takes as long.
const LEASE = sql<Date>`now() + interval '3 minutes'`
const MAX_DELAY_SECONDS = 15 * 60
// About three days, because a mail server may be down over a weekend.
const MAX_ATTEMPTS = 300

/**
 * Queues a mail in the current transaction: it is sent only if the transaction commits, and no
 * request waits for a mail server.
 */
export async function queueMail(db: Db, mail: { template: string; content: object }) {
  const content = JSON.stringify(mail.content)
  await db.insertInto('outgoingMail').values({ id: uuidv7(), template: mail.template, content }).execute()
}

/** Makes mails due that were queued for later and not tried yet. */
export async function sendNow(db: Db, ids: string[]): Promise<void> {
  await db
    .updateTable('outgoingMail')
    .set({ dueAt: sql<Date>`now()` })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('attempts', '=', 0)
    .where('dueAt', '>', sql<Date>`now()`)
    .execute()
}

export async function dropMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outgoingMail').where('id', '=', id).execute()
}

/** The SQL condition that a mail of the outbox waits to be sent now: not for later, nor for an address. */
export const isMailWaiting = sql<SqlBool>`dead_at is null and queued_for is null
  and (attempts > 0 or due_at <= now())`

/** Claims up to `limit` due mails for this process, without holding a lock. */
export function claimDueMail(db: Db, limit: number): Promise<QueuedMail[]> {
  return db
    .with('due', (db) =>
      db
        .selectFrom('outgoingMail')
        .select('id')
        .where('deadAt', 'is', null)
        .where('queuedFor', 'is', null)
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

/** Makes mails due whose retry is too far in the future: they were scheduled before the clock was set back. */
export async function retryMisdatedMails(db: Db): Promise<void> {
  await db
    .updateTable('outgoingMail')
    .set({ dueAt: sql<Date>`now()` })
    .where('deadAt', 'is', null)
    .where('queuedFor', 'is', null)
    .where('dueAt', '>', sql<Date>`now() + make_interval(secs => ${2 * MAX_DELAY_SECONDS})`)
    .execute()
}

export type SentMail = Pick<QueuedMail, 'template' | 'content'>

/** Deletes mails that the mail server accepted, and the personal data in them. Returns them. */
export function deleteSentMails(db: Db, ids: string[]): Promise<SentMail[]> {
  return db
    .deleteFrom('outgoingMail')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .returning(['template', 'content'])
    .execute()
}

/** Releases claimed mails that were not sent. */
export async function releaseMails(db: Db, ids: string[]): Promise<void> {
  await db
    .updateTable('outgoingMail')
    .set(({ eb }) => ({ attempts: eb('attempts', '-', 1), dueAt: sql<Date>`now()` }))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deadAt', 'is', null)
    .execute()
}

/** Schedules a retry after 5 s, 10 s, 20 s … up to 15 minutes; abandons the mail after the last attempt. */
export async function retryMail(db: Db, mail: QueuedMail, lastError: string): Promise<void> {
  if (mail.attempts >= MAX_ATTEMPTS) return abandonMail(db, mail.id, lastError)
  const seconds = Math.min(MAX_DELAY_SECONDS, 5 * 2 ** (mail.attempts - 1))
  await db
    .updateTable('outgoingMail')
    .set({
      lastError: removeControlCharacters(lastError),
      dueAt: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .where('id', '=', mail.id)
    .execute()
}

/** Marks a mail as undeliverable; it stays in the outbox. */
export async function abandonMail(db: Db, id: string, lastError: string): Promise<void> {
  await db
    .updateTable('outgoingMail')
    .set({ lastError: removeControlCharacters(lastError), deadAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
