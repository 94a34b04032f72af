import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database.server.ts'
import type { RateLimit } from '#platform/rate-limits.server.ts'
import type { ContactForm } from './contact-form.ts'

/** How many messages one network address may send. */
export const contactMessages: RateLimit = { name: 'contact from', most: 60, seconds: 60 }

/** A stored message, as the API answers it. */
export type ContactMessage = ContactForm & { _id: string }

/** Keeps a message; it waits there until it is mailed. */
export async function storeContactMessage(db: Db, form: ContactForm): Promise<ContactMessage> {
  const { name, email, message } = form
  const product = form.product || null
  const id = uuidv7()
  await db.insertInto('contactMessage').values({ id, name, email, message, product }).execute()
  return { _id: id, name, email, message, ...(product !== null && { product }) }
}
