import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { emailText } from '#platform/email-text.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { type MessageState, messageStates } from './message-forms.ts'

/** Why a message could not be changed. */
export type MessageRefusal = { refused: 'no-such-message' | 'already-answered' }

const columns = [
  'id',
  'name',
  'email',
  'message',
  'product',
  'createdAt',
  'state',
  'answer',
  'answeredBy',
  'answeredAt',
  // Whose e-mail it names, which nobody has verified.
  sql<string | null>`(
    select id from account where account.email = lower(contact_message.email)
  )`.as('accountId'),
] as const

export type StoredMessage = NonNullable<Awaited<ReturnType<typeof lockMessage>>>

/** Returns a page of the messages in a state, latest first; `page` starts at 0. */
export function listMessages(
  db: Db,
  { state, size, page }: { state: MessageState; size: number; page: number },
): Promise<StoredMessage[]> {
  return db
    .selectFrom('contactMessage')
    .select(columns)
    .where('state', '=', state)
    .orderBy('id', 'desc')
    .limit(size)
    .offset(size * page)
    .execute()
}

/** Returns the latest messages that name an e-mail, which nobody has verified. */
export function listMessagesFrom(db: Db, email: string, size: number): Promise<StoredMessage[]> {
  return db
    .selectFrom('contactMessage')
    .select(columns)
    .where(({ fn }) => fn('lower', ['email']), 'in', [email, emailText(email).toLowerCase()])
    .orderBy('id', 'desc')
    .limit(size)
    .execute()
}

export async function countMessages(db: Db): Promise<Record<MessageState, number>> {
  const rows = await db
    .selectFrom('contactMessage')
    .select(({ fn }) => ['state', fn.countAll<string>().as('count')])
    .groupBy('state')
    .execute()
  const [open, answered, closed] = messageStates.map((state) =>
    Number(rows.find((row) => row.state === state)?.count ?? 0),
  )
  return { new: open ?? 0, answered: answered ?? 0, closed: closed ?? 0 }
}

/** Answers a message by mail, once: two admins at the same time send one answer. */
export function answerMessage(
  db: Db,
  id: string,
  answer: string,
  audit: AuditContext,
): Promise<StoredMessage | MessageRefusal> {
  return db.transaction().execute(async (db) => {
    const message = await lockMessage(db, id)
    if (!message) return { refused: 'no-such-message' as const }
    if (message.answer !== null) return { refused: 'already-answered' as const }
    const answered = {
      state: 'answered',
      answer,
      answeredBy: audit.actor.email,
      answeredAt: new Date(),
    }
    await db.updateTable('contactMessage').set(answered).where('id', '=', id).execute()
    const { name, email, message: text, product } = message
    const content = { name, email, message: text, product, answer }
    await queueMail(db, { template: 'contact-answer', content })
    await recordAudit(db, { action: 'message-answered', subject: message, ...audit })
    return { ...message, ...answered }
  })
}

export function closeMessage(
  db: Db,
  id: string,
  isClosed: boolean,
  audit: AuditContext,
): Promise<StoredMessage | MessageRefusal> {
  return db.transaction().execute(async (db) => {
    const message = await lockMessage(db, id)
    if (!message) return { refused: 'no-such-message' as const }
    if (isClosed === (message.state === 'closed')) return message
    const open = message.answer === null ? 'new' : 'answered'
    const state = isClosed ? 'closed' : open
    await db.updateTable('contactMessage').set({ state }).where('id', '=', id).execute()
    const action = isClosed ? 'message-closed' : 'message-reopened'
    await recordAudit(db, { action, subject: message, ...audit })
    return { ...message, state }
  })
}

/** Deletes a message, such as spam; false when there is none. */
export function deleteMessage(db: Db, id: string, audit: AuditContext): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const message = await lockMessage(db, id)
    if (!message) return false
    await db.deleteFrom('contactMessage').where('id', '=', id).execute()
    await recordAudit(db, { action: 'message-deleted', subject: message, ...audit })
    return true
  })
}

async function lockMessage(db: Db, id: string) {
  if (!isUuid(id)) return undefined
  return db.selectFrom('contactMessage').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}
