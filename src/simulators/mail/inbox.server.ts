import type { Pool } from 'pg'
import type { Mail } from '#platform/mail/mail-composition.server.ts'

/** A file of a mail in the inbox. `path` is below the simulator's own. */
export type ReceivedFile = { name: string; type: string; size: number; path: string }

export type ReceivedMail = Omit<Mail, 'attachments'> & {
  /** The sender's message id; two mails with the same id are one mail sent twice. */
  id: string
  /** ISO 8601. */
  receivedAt: string
  attachments?: ReceivedFile[]
}

const MAX_SHOWN = 50
const MAX_STORED = 500

/** Stores mails and deletes the oldest beyond the limit; files only as long as they are shown. */
export async function receiveMails(pool: Pool, mails: { id: string; mail: Mail }[], now: Date) {
  const messages = mails.map(({ id, mail }) => ({
    id,
    recipient: mail.to,
    reply_to: mail.replyTo ?? null,
    subject: mail.subject,
    html: mail.html,
    plain_text: mail.text,
    received_at: now,
    files: (mail.attachments ?? []).map(({ name, type, bytes }) => ({
      name,
      type,
      content: bytes.toString('base64'),
    })),
  }))
  await pool.query(
    `with given as (
       select *, nextval(pg_get_serial_sequence('mail_simulator.message', 'seq')) as seq
       from json_to_recordset($1) as given (id text, recipient text, reply_to text, subject text,
         html text, plain_text text, received_at timestamptz, files json)),
     received as (
       insert into mail_simulator.message
         (seq, id, recipient, reply_to, subject, html, plain_text, received_at)
       overriding system value
       select seq, id, recipient, reply_to, subject, html, plain_text, received_at from given
       returning seq),
     files as (
       insert into mail_simulator.attachment (message_seq, place, name, content_type, content)
       select seq, place, file ->> 'name', file ->> 'type', decode(file ->> 'content', 'base64')
       from given, json_array_elements(files) with ordinality as each (file, place)),
     hidden as (
       delete from mail_simulator.attachment
       where message_seq <= (select max(seq) from received) - ${MAX_SHOWN})
     delete from mail_simulator.message
     where seq <= (select max(seq) from received) - ${MAX_STORED}`,
    [JSON.stringify(messages)],
  )
}

/** Returns the latest mails, newest first. */
export async function readInbox(pool: Pool): Promise<ReceivedMail[]> {
  const { rows } = await pool.query(
    `select id, recipient, reply_to, subject, html, plain_text, received_at, files
     from mail_simulator.message
     left join lateral (
       select json_agg(json_build_object('name', name, 'type', content_type,
         'size', length(content), 'path', format('attachments/%s/%s', seq, place)) order by place)
         as files
       from mail_simulator.attachment where message_seq = seq
     ) as attached on true
     order by seq desc limit ${MAX_SHOWN}`,
  )
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    replyTo: row.reply_to ?? undefined,
    subject: row.subject,
    receivedAt: row.received_at.toISOString(),
    text: row.plain_text,
    html: row.html,
    attachments: row.files ?? undefined,
  }))
}

/** Returns a file of a mail in the inbox; undefined when it is no longer there. */
export async function readFile(
  pool: Pool,
  { message, place }: { message: string; place: string },
): Promise<{ name: string; type: string; content: Buffer } | undefined> {
  const { rows } = await pool.query(
    `select name, content_type as type, content from mail_simulator.attachment
     where message_seq::text = $1 and place::text = $2`,
    [message, place],
  )
  return rows[0]
}
