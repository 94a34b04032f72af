import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { refusals } from '#platform/http/api/refusals.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { findOrderFor } from '#shop/orders/order-queries.server.ts'
import { MAX_NOTES, orderNoteForm } from './order-note-form.ts'
import { addNote, deleteNote, listNotes, type NoteRefusal } from './order-notes.server.ts'

const orderNoteJson = z
  .object({
    _id: z.string(),
    text: z.string(),
    author: z.string().openapi({ description: 'The name of the admin who wrote it' }),
    isMine: z.boolean().openapi({ description: 'Whether the caller wrote it and may delete it' }),
    at: z.string(),
  })
  .openapi('OrderNote')

export type OrderNoteEntry = z.infer<typeof orderNoteJson>

const params = z.object({ id: z.string().max(40) })
const notes = answers('The notes of the order, oldest first', z.array(orderNoteJson))
const missing = refuses('No such order')

const refuseNote = refusals<NoteRefusal>({
  'no-such-order': { status: 404, text: 'There is no such order.' },
  'no-such-note': { status: 404, text: 'You have no such note.' },
  'too-many-notes': { status: 409, text: `An order has at most ${MAX_NOTES} notes.` },
})

export type OrderNotesApi = ReturnType<typeof createOrderNotesApi>

/** Serves the notes that admins write about orders, to admins only. */
export function createOrderNotesApi({ db }: { db: Db }) {
  const notesOf = async (orderId: string, readerId: string): Promise<OrderNoteEntry[]> =>
    (await listNotes(db, orderId)).map(({ id, text, author, authorId, writtenAt }) => ({
      _id: id,
      text,
      author,
      isMine: authorId === readerId,
      at: writtenAt.toISOString(),
    }))
  return restApi()
    .openapi(
      adminRoute({
        method: 'get',
        path: '/orders/{id}/notes',
        operationId: 'listOrderNotes',
        summary: 'List the notes of an order',
        request: { params },
        responses: { 200: notes, 404: missing },
      }),
      async (c) => {
        const { caller } = c.var
        const order = await findOrderFor(db, caller, c.req.valid('param').id)
        if (!order) throw refuseNote({ refused: 'no-such-order' })
        return c.json(await notesOf(order.id, caller.id), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/orders/{id}/notes',
        operationId: 'addOrderNote',
        summary: 'Add a note to an order',
        description: 'Only admins read it.',
        request: { params, body: body(orderNoteForm) },
        responses: {
          200: notes,
          404: missing,
          409: refuses(`The order has ${MAX_NOTES} notes`),
        },
      }),
      async (c) => {
        const { caller, audit } = c.var
        const { text } = c.req.valid('json')
        const added = await addNote(db, audit, c.req.valid('param').id, text)
        if ('refused' in added) throw refuseNote(added)
        return c.json(await notesOf(added.orderId, caller.id), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'delete',
        path: '/orders/{id}/notes/{note}',
        operationId: 'deleteOrderNote',
        summary: 'Delete one of the caller’s notes',
        request: { params: params.extend({ note: z.string().max(40) }) },
        responses: { 200: notes, 404: refuses('No such order, or no such note of the caller') },
      }),
      async (c) => {
        const { caller, audit } = c.var
        const { id, note } = c.req.valid('param')
        const deleted = await deleteNote(db, audit, id, note)
        if ('refused' in deleted) throw refuseNote(deleted)
        return c.json(await notesOf(deleted.orderId, caller.id), 200)
      },
    )
}
