/**
 * A JSON array of any length as a stream, read from the database a page at a time as the client
 * takes it: bounded memory, and no cursor or transaction stays open behind a slow reader.
 */
export function streamJsonArray<Item extends { _id: string }>(
  nextPage: (after: string | null) => Promise<Item[]>,
): Response {
  const encoder = new TextEncoder()
  let after: string | null = null
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const items = await nextPage(after)
      const last = items.at(-1)
      const opening = after === null ? '[' : last ? ',' : ''
      const inner = items.map((item) => JSON.stringify(item)).join(',')
      controller.enqueue(encoder.encode(last ? opening + inner : `${opening}]`))
      if (!last) controller.close()
      else after = last._id
    },
  })
  return new Response(stream, {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  })
}
