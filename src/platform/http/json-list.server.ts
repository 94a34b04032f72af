import type { TypedResponse } from 'hono'
import { streamJsonArray } from './json-stream.server.ts'

const STREAM_PAGE = 1000

/** How a list is read: a page that was asked for, and for the whole list what follows an item. */
export type ListReader<Item> = {
  page: (size: number) => Promise<Item[]>
  after: (last: string | null, size: number) => Promise<Item[]>
}

type JsonList<Item> = Response & TypedResponse<Item[], 200, 'json'>

/** A page of a list, or without a size the whole list as a stream. */
export function answerList<Item extends { _id: string }>(
  size: number | undefined,
  list: ListReader<Item>,
): Promise<JsonList<Item>>
export async function answerList<Item extends { _id: string }>(
  size: number | undefined,
  { page, after }: ListReader<Item>,
): Promise<Response> {
  if (size !== undefined) return Response.json(await page(size))
  return streamJsonArray((last) => after(last, STREAM_PAGE))
}
