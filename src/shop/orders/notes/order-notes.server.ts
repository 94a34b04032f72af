import { z } from '@hono/zod-openapi'
import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { findOrderFor } from '#shop/orders/order-queries.server.ts'
import { MAX_NOTES } from './order-note-form.ts'

export const orderNoteJson = z
  .object({
    _id: z.string(),
    text: z.string(),
    author: z.string().describe('The name of the admin who wrote it'),
    isMine: z.boolean().describe('Whether the caller wrote it and may delete it'),
    at: z.string(),
  })
  .openapi('OrderNote')

export type OrderNoteEntry = z.infer<typeof orderNoteJson>

/** Why a note was not added or deleted. */
export type NoteRefusal = { refused: 'no-such-order' | 'too-many-notes' | 'no-such-note' }

/** Returns the notes of an order, oldest first. */
export async function listNotes(db: Db, orderId: string, readerId: string): Promise<OrderNoteEntry[]> {
  const rows = await db
    .selectFrom('orderNote')
    .innerJoin('account', 'account.id', 'authorId')
    .select(['orderNote.id', 'text', 'authorId', 'account.name as author', 'writtenAt'])
    .where('orderId', '=', orderId)
    .orderBy('orderNote.id')
    .execute()
  return rows.map(({ id, text, author, authorId, writtenAt }) => ({
    _id: id,
    text,
    author,
    isMine: authorId === readerId,
    at: writtenAt.toISOString(),
  }))
}

export function addNote(
  db: Db,
  audit: AuditContext,
  key: string,
  text: string,
): Promise<OrderNoteEntry[] | NoteRefusal> {
  return db.transaction().execute(async (db) => {
    const order = await findOrderFor(db, audit.actor, key)
    if (!order) return { refused: 'no-such-order' as const }
    // Serializes the notes of an order, so that two at once do not exceed the maximum.
    await db.selectFrom('orders').select('id').where('id', '=', order.id).forNoKeyUpdate().execute()
    if ((await listNotes(db, order.id, audit.actor.id)).length >= MAX_NOTES) {
      return { refused: 'too-many-notes' as const }
    }
    const note = { id: uuidv7(), orderId: order.id, authorId: audit.actor.id, text }
    await db.insertInto('orderNote').values(note).execute()
    await recordAudit(db, { action: 'note-added', subject: subjectOf(order), ...audit })
    return listNotes(db, order.id, audit.actor.id)
  })
}

/** Deletes a note that the admin wrote, and returns the others; those of other admins count as missing. */
export function deleteNote(
  db: Db,
  audit: AuditContext,
  key: string,
  noteId: string,
): Promise<OrderNoteEntry[] | NoteRefusal> {
  return db.transaction().execute(async (db) => {
    const order = await findOrderFor(db, audit.actor, key)
    if (!order) return { refused: 'no-such-order' as const }
    if (!isUuid(noteId)) return { refused: 'no-such-note' as const }
    const deleted = await db
      .deleteFrom('orderNote')
      .where('id', '=', noteId)
      .where('orderId', '=', order.id)
      .where('authorId', '=', audit.actor.id)
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) return { refused: 'no-such-note' as const }
    await recordAudit(db, { action: 'note-deleted', subject: subjectOf(order), ...audit })
    return listNotes(db, order.id, audit.actor.id)
  })
}

const subjectOf = ({ id, number }: { id: string; number: string }) => ({ id, name: number })
