import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { conflict, notFound, orRefuse, refusals } from '#platform/http/api/refusals.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { findOrderFor } from '#shop/orders/order-queries.server.ts'
import { MAX_NOTES, orderNoteForm } from './order-note-form.ts'
import { addNote, deleteNote, listNotes, type NoteRefusal, orderNoteJson } from './order-notes.server.ts'

const params = z.object({ id: z.string().max(40) })
const notes = { answer: 'The notes of the order, oldest first', json: z.array(orderNoteJson) }
const missing = 'No such order'

const refuseNote = refusals<NoteRefusal>({
  'no-such-order': notFound('There is no such order.'),
  'no-such-note': notFound('You have no such note.'),
  'too-many-notes': conflict(`An order has at most ${MAX_NOTES} notes.`),
})

export function createOrderNotesApi({ db }: { db: Db }) {
  return restApi({
    listOrderNotes: adminJson({
      endpoint: 'GET /orders/{id}/notes',
      params,
      ...notes,
      refusals: { 404: missing },
      respond: async ({ params: { id }, audit: { actor } }) => {
        const order = await findOrderFor(db, actor, id)
        if (!order) throw refuseNote({ refused: 'no-such-order' })
        return listNotes(db, order.id, actor.id)
      },
    }),
    addOrderNote: adminJson({
      endpoint: 'POST /orders/{id}/notes',
      summary: 'Add a note to an order',
      description: 'Only admins read it.',
      params,
      body: orderNoteForm,
      ...notes,
      refusals: { 404: missing, 409: `The order has ${MAX_NOTES} notes` },
      respond: async ({ params: { id }, json: { text }, audit }) =>
        orRefuse(await addNote(db, audit, id, text), refuseNote),
    }),
    deleteOrderNote: adminJson({
      endpoint: 'DELETE /orders/{id}/notes/{note}',
      summary: 'Delete one of the caller’s notes',
      params: params.extend({ note: z.string().max(40) }),
      ...notes,
      refusals: { 404: 'No such order, or no such note of the caller' },
      respond: async ({ params: { id, note }, audit }) =>
        orRefuse(await deleteNote(db, audit, id, note), refuseNote),
    }),
  })
}
