import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import type { ContactApi } from './contact-api.server.ts'
import type { ContactForm } from './contact-form.ts'

const client = restClient<ContactApi>()

export async function sendContactMessage(message: ContactForm): Promise<void> {
  await answerOf(client.contact.$post({ json: message }))
}
