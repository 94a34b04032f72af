/**
 * Streams a JSON array, reading it from the database page by page as the client consumes it. Memory
 * is bounded, and a slow client holds no cursor or transaction open. The first page is read before
 * the response starts, so that a database error can still become a 503.
 */
export async function streamJsonArray<Item extends { _id: string }>(
  nextPage: (after: string | null) => Promise<Item[]>,
): Promise<Response> {
  const encoder = new TextEncoder()
  let opening = '['
  let items: Item[] | undefined = await nextPage(null)
  let after: string | null = null
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      items ??= await nextPage(after)
      const last = items.at(-1)
      const inner = items.map((item) => JSON.stringify(item)).join(',')
      const closing = last ? '' : ']'
      controller.enqueue(encoder.encode((last || after === null ? opening : '') + inner + closing))
      if (!last) return controller.close()
      opening = ','
      after = last._id
      items = undefined
    },
  })
  return new Response(stream, {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  })
}
