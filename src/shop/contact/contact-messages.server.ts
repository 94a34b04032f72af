import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import type { RateLimit } from '#platform/http/limits/rate-limits.server.ts'
import { queueMail } from '#platform/mail/outbox.server.ts'
import type { ContactForm } from './contact-form.ts'
import type { contactMessageJson } from './contact-message-json.server.ts'

/** Limits messages per IP address. */
export const contactMessages: RateLimit = { name: 'contact from', most: 60, seconds: 60 }

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
    const message = { _id: id, ...stored, ...(product !== null && { product }) }
    await queueMail(db, { template: 'contact-message', content: message })
    return message
  })
}
