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

/** Stores mails and deletes the oldest beyond the limit. */
export async function receiveMails(
  pool: Pool,
  mails: { id: string; mail: Mail }[],
  now: Date,
): Promise<void> {
  const messages = mails.map(({ id, mail }) => ({
    id,
    recipient: mail.to,
    reply_to: mail.replyTo ?? null,
    subject: mail.subject,
    html: mail.html,
    plain_text: mail.text,
    received_at: now,
  }))
  await pool.query(
    `with received as (
       insert into mail_simulator.message
         (id, recipient, reply_to, subject, html, plain_text, received_at)
       select id, recipient, reply_to, subject, html, plain_text, received_at
       from json_populate_recordset(null::mail_simulator.message, $1)
       returning seq)
     delete from mail_simulator.message
     where seq <= (select max(seq) from received) - ${MAX_STORED}`,
    [JSON.stringify(messages)],
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
