import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#platform/database.server.ts'
import { answers, body, refuses, restApi } from '#platform/rest-api.server.ts'
import { contactForm } from './contact-form.ts'
import { storeContactMessage } from './contact-messages.server.ts'

const contactMessage = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    message: z.string(),
    product: z.string().optional(),
  })
  .openapi('ContactMessage')

const postContact = createRoute({
  method: 'post',
  path: '/contact',
  request: { body: body(contactForm) },
  responses: {
    200: answers('The message, on its way', contactMessage),
    422: refuses('A rule is broken; fields say which'),
  },
})

export type ContactApi = ReturnType<typeof createContactApi>

/** Messages to the shop, open to everybody. */
export function createContactApi({ db }: { db: Db }) {
  return restApi().openapi(postContact, async (c) =>
    c.json(await storeContactMessage(db, c.req.valid('json')), 200),
  )
}
