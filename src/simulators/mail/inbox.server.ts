import type { Pool } from 'pg'
import type { Mail } from '#platform/mail/mail-composition.server.ts'

/** A mail in the inbox. */
export type ReceivedMail = Mail & {
  /** The sender's message id; two mails with the same id are one mail sent twice. */
  id: string
  /** ISO 8601. */
  receivedAt: string
}

const MAX_SHOWN = 50
const MAX_STORED = 500

/** Stores a mail and deletes the oldest beyond the limit. */
export async function receiveMail(pool: Pool, id: string, mail: Mail, now: Date): Promise<void> {
  await pool.query(
    `with received as (
       insert into mail_simulator.message
         (id, recipient, reply_to, subject, html, plain_text, received_at)
       values ($1, $2, $3, $4, $5, $6, $7) returning seq)
     delete from mail_simulator.message
     where seq <= (select seq from received) - ${MAX_STORED}`,
    [id, mail.to, mail.replyTo ?? null, mail.subject, mail.html, mail.text, now],
  )
}

/** Returns the latest mails, newest first. */
export async function readInbox(pool: Pool): Promise<ReceivedMail[]> {
  const { rows } = await pool.query(
    `select id, recipient, reply_to, subject, html, plain_text, received_at
     from mail_simulator.message order by seq desc limit ${MAX_SHOWN}`,
  )
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    ...(row.reply_to !== null && { replyTo: row.reply_to }),
    subject: row.subject,
    receivedAt: row.received_at.toISOString(),
    text: row.plain_text,
    html: row.html,
  }))
}
