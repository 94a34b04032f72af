import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { MessageState } from './message-forms.ts'
import type { MessagesApi, ReceivedMessage } from './messages-api.server.ts'

const client = restClient<MessagesApi>(authorizedFetch)

export function fetchMessages(query: {
  state: MessageState
  size: number
  page: number
}): Promise<ReceivedMessage[]> {
  const { state, size, page } = query
  return answerOf(
    client.messages.$get({ query: { state, size: String(size), page: String(page) } }),
  )
}

export function fetchMessageCounts(): Promise<Record<MessageState, number>> {
  return answerOf(client.messagesCount.$get())
}

export async function sendAnswer(id: string, answer: string): Promise<void> {
  await answerOf(client.messages[':id'].answer.$post({ param: { id }, json: { answer } }))
}

export async function sendClosed(id: string, closed: boolean): Promise<void> {
  await answerOf(client.messages[':id'].$put({ param: { id }, json: { closed } }))
}

export async function sendMessageDeletion(id: string): Promise<void> {
  await answerOf(client.messages[':id'].$delete({ param: { id } }))
}
