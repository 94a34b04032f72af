import type { TypedResponse } from 'hono'
import { streamJsonArray } from './json-stream.server.ts'

const STREAM_BATCH = 1000

/** Reads a list: the requested page, or up to `size` items after the item with the id `last`. */
export type ListReader<Item> = {
  page: (size: number) => Promise<Item[]>
  after: (last: string | null, size: number) => Promise<Item[]>
}

type JsonList<Item> = Response & TypedResponse<Item[], 200, 'json'>

/** Responds with a page of a list, or, without a size, streams the whole list. */
export function respondWithList<Item extends { _id: string }>(
  size: number | undefined,
  list: ListReader<Item>,
): Promise<JsonList<Item>>
export async function respondWithList<Item extends { _id: string }>(
  size: number | undefined,
  { page, after }: ListReader<Item>,
): Promise<Response> {
  if (size !== undefined) return jsonText(JSON.stringify(await page(size)))
  return streamJsonArray((last) => after(last, STREAM_BATCH))
}

/**
 * Responds with JSON text of known length, so that no middleware reads the body as a stream, which
 * would take longer than everything else.
 */
export function jsonText<Json>(text: string): Response & TypedResponse<Json, 200, 'json'>
export function jsonText(text: string): Response {
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': `${Buffer.byteLength(text)}`,
  }
  return new Response(text, { headers })
}
