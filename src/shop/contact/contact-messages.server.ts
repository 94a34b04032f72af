import { createContext } from 'react-router'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { tooManyRequests } from '#platform/http/http-errors.ts'
import type { RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import type { VisitorLimits } from '#shop/auth/visitor-limits.server.ts'
import type { ContactForm } from './contact-form.ts'
import type { contactMessageJson } from './contact-message-json.server.ts'

/** Counts the messages of this sender. Throws a 429 beyond the limits. */
export type CountMessage = (ipAddress: string | null) => Promise<void>

/** For the page, which knows no IP address. */
export const countMessageContext = createContext<() => Promise<void>>()

export function createMessageCount(
  limits: RateLimits,
  { messagesFrom, messages }: VisitorLimits,
): CountMessage {
  return async (ipAddress) => {
    await limits.countRequest(messagesFrom, ipAddress)
    const seconds = await limits.count(messages, 'in all')
    if (seconds !== null) throw tooManyRequests(seconds)
  }
}

/** A stored message, as the API returns it. */
export type ContactMessage = z.infer<typeof contactMessageJson>

/** Stores a message and queues its mail. */
export function storeContactMessage(db: Db, form: ContactForm): Promise<ContactMessage> {
  return db.transaction().execute(async (db) => {
    const { id, product, ...stored } = await db
      .insertInto('contactMessage')
      .values({ ...form, id: uuidv7(), product: form.product || null })
      .returning(['id', 'name', 'email', 'message', 'product'])
      .executeTakeFirstOrThrow()
    const message = { _id: id, ...stored, product: product ?? undefined }
    await queueMail(db, { template: 'contact-message', content: message })
    return message
  })
}
