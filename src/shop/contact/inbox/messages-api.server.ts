import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { listQuery, restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { adminDelete, adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { contactMessageJson } from '#shop/contact/contact-messages.server.ts'
import { answerForm, messageChange, messageStates } from './message-forms.ts'
import {
  answerMessage,
  closeMessage,
  countMessages,
  deleteMessage,
  listMessages,
  type MessageRefusal,
  type StoredMessage,
} from './messages.server.ts'

export const receivedMessageJson = contactMessageJson
  .extend({
    customerId: z
      .string()
      .optional()
      .describe('The `_id` of the user with this e-mail, which is not verified'),
    at: z.string(),
    state: z.enum(messageStates),
    answer: z
      .object({ text: z.string(), by: z.string(), at: z.string() })
      .nullable()
      .describe('The mailed answer, and the admin who sent it'),
  })
  .openapi('ReceivedMessage')

const count = z.number().int()
const countsJson = z.object({ new: count, answered: count, closed: count })
const params = z.object({ id: z.string() })

export function createMessagesApi({ db }: { db: Db }) {
  return restApi({
    listMessages: adminList({
      endpoint: 'GET /messages',
      summary: 'List the messages of the contact form',
      query: listQuery.extend({ state: z.enum(messageStates).default('new') }),
      answer: 'Messages, latest first',
      row: receivedMessageJson,
      rows: async (query) => (await listMessages(db, query)).map(toMessageJson),
    }),
    countMessages: adminJson({
      endpoint: 'GET /messagesCount',
      summary: 'Count the messages of the contact form',
      answer: 'How many messages each state has',
      json: countsJson,
      respond: () => countMessages(db),
    }),
    answerMessage: adminJson({
      endpoint: 'POST /messages/{id}/answer',
      summary: 'Answer a message by mail',
      params,
      body: answerForm,
      json: receivedMessageJson,
      refusals: { 404: 'No such message', 409: 'It already has an answer' },
      respond: async ({ params: { id }, json: { answer }, audit }) =>
        toMessageJson(orRefuse(await answerMessage(db, id, answer, audit), refuseMessage)),
    }),
    closeMessage: adminJson({
      endpoint: 'PUT /messages/{id}',
      summary: 'Close a message, or open it again',
      params,
      body: messageChange,
      json: receivedMessageJson,
      refusals: { 404: 'No such message' },
      respond: async ({ params: { id }, json: { closed }, audit }) =>
        toMessageJson(orRefuse(await closeMessage(db, id, closed, audit), refuseMessage)),
    }),
    deleteMessage: adminDelete({
      endpoint: 'DELETE /messages/{id}',
      missing: 'No such message',
      remove: (id, audit) => deleteMessage(db, id, audit),
      refuse: () => refuseMessage({ refused: 'no-such-message' }),
    }),
  })
}

export type ReceivedMessage = z.infer<typeof receivedMessageJson>

export function toMessageJson(row: StoredMessage): ReceivedMessage {
  const { id, name, email, accountId, message, product, createdAt, state } = row
  const { answer, answeredBy, answeredAt } = row
  return {
    _id: id,
    name,
    email,
    customerId: accountId ?? undefined,
    message,
    product: product ?? undefined,
    at: createdAt.toISOString(),
    state: z.enum(messageStates).parse(state),
    answer:
      answer === null || answeredBy === null || answeredAt === null
        ? null
        : { text: answer, by: answeredBy, at: answeredAt.toISOString() },
  }
}

function refuseMessage({ refused }: MessageRefusal): HttpRefusal {
  return refused === 'no-such-message'
    ? new HttpRefusal(404, refused, 'This message is no longer in the inbox.')
    : new HttpRefusal(409, refused, 'This message was answered in the meantime.')
}
