/**
 * A JSON array of any length as a stream, read from the database a page at a time as the client
 * takes it: bounded memory, and no cursor or transaction stays open behind a slow reader. The first
 * page is read before anything is answered, so that a database out of reach is no broken list.
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
