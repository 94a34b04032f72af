import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import { createContext } from 'react-router'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { tooManyRequests } from '#platform/http/http-errors.ts'
import type { RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import type { VisitorLimits } from '#shop/auth/visitor-limits.server.ts'
import type { ContactForm } from './contact-form.ts'

export const contactMessageJson = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    message: z.string(),
    product: z.string().optional(),
  })
  .openapi('ContactMessage')

/** How the shop learns of a message: by a mail with it, by one with the number of messages, or not. */
export type MessageNotice = 'mail' | 'digest' | 'none'

/** Counts the messages of this sender. Throws a 429 beyond the limits. */
export type CountMessage = (ipAddress: string | null) => Promise<MessageNotice>

/** For the page, which knows no IP address. */
export const countMessageContext = createContext<() => Promise<MessageNotice>>()

/**
 * Limits messages. A flood fills the day and ends the mails about each message, but who has not sent
 * any then can still send one.
 */
export function createMessageCount(
  limits: RateLimits,
  { messages }: Pick<VisitorLimits, 'messages'>,
): CountMessage {
  return async (ipAddress) => {
    await limits.countRequest(messages.from, ipAddress)
    const seconds = await limits.count(messages.inAll, 'in all')
    if (seconds !== null && ipAddress === null) throw tooManyRequests(seconds)
    if (seconds !== null) await limits.countRequest(messages.whenFull, ipAddress)
    if ((await limits.count(messages.mailed, 'in all')) === null) return 'mail'
    return (await limits.count(messages.digests, 'in all')) === null ? 'digest' : 'none'
  }
}

export type ContactMessage = z.infer<typeof contactMessageJson>

/** Stores a message and queues its mail, or one with the number of messages of a day. */
export function storeContactMessage(
  db: Db,
  form: ContactForm,
  notice: MessageNotice,
): Promise<ContactMessage> {
  return db.transaction().execute(async (db) => {
    const { id, product, ...stored } = await db
      .insertInto('contactMessage')
      .values({ ...form, id: uuidv7(), product: form.product || null })
      .returning(['id', 'name', 'email', 'message', 'product'])
      .executeTakeFirstOrThrow()
    const message = { _id: id, ...stored, product: product ?? undefined }
    if (notice === 'mail') await queueMail(db, { template: 'contact-message', content: message })
    if (notice === 'digest') {
      const content = { messages: await countOfDay(db) }
      await queueMail(db, { template: 'contact-digest', content })
    }
    return message
  })
}

async function countOfDay(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('contactMessage')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return Number(count)
}
