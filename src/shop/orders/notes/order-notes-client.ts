import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { OrderNoteEntry, OrderNotesApi } from './order-notes-api.server.ts'

const client = restClient<OrderNotesApi>(authorizedFetch)

/** For admins: fetches the notes of an order, oldest first. */
export function fetchNotes(id: string): Promise<OrderNoteEntry[]> {
  return answerOf(client.orders[':id'].notes.$get({ param: { id } }))
}

/** Adds a note to an order; returns all of its notes. */
export function sendNote(id: string, text: string): Promise<OrderNoteEntry[]> {
  return answerOf(client.orders[':id'].notes.$post({ param: { id }, json: { text } }))
}

/** Deletes a note that the current user wrote; returns the notes that are left. */
export function sendNoteDeletion(id: string, note: string): Promise<OrderNoteEntry[]> {
  return answerOf(client.orders[':id'].notes[':note'].$delete({ param: { id, note } }))
}
