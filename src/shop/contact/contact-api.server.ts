import type { Db } from '#platform/database/database.server.ts'
import { publicRoute } from '#platform/http/api/public-route.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { ClientIpAddress } from '#platform/http/ip-address.server.ts'
import { contactForm } from './contact-form.ts'
import { type CountMessage, contactMessageJson, storeContactMessage } from './contact-messages.server.ts'

export function createContactApi(environment: {
  db: Db
  countMessage: CountMessage
  clientIpAddress: ClientIpAddress
}) {
  const { db, countMessage, clientIpAddress } = environment
  return restApi({
    sendMessage: publicRoute({
      endpoint: 'POST /contact',
      summary: 'Send a message to the shop',
      request: { body: body(contactForm) },
      responses: {
        200: answers('The stored message', contactMessageJson),
        429: refuses('Too many messages; see Retry-After'),
      },
      respond: async (c) => {
        const notice = await countMessage(clientIpAddress(c))
        return c.json(await storeContactMessage(db, c.req.valid('json'), notice), 200)
      },
    }),
  })
}
