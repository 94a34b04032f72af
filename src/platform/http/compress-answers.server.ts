import type { Context, MiddlewareHandler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX, compress } from 'hono/compress'
import { SMALLEST_COMPRESSED } from './cached-answer.server.ts'

/** Compresses answers on their way, of a kilobyte or more: Hono's own asks only for a Content-Length. */
export function compressAnswers(): MiddlewareHandler {
  const compressLarge = compress({ threshold: SMALLEST_COMPRESSED })
  return (c, next) =>
    compressLarge(c, async () => {
      await next()
      if (wouldBeCompressed(c)) await measure(c)
    })
}

function wouldBeCompressed({ req, res }: Context): boolean {
  const { headers } = res
  if (req.method === 'HEAD' || !req.header('Accept-Encoding')) return false
  if (headers.has('Content-Length') || headers.has('Content-Encoding')) return false
  return COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('Content-Type') ?? '')
}

/** Reads the beginning of an answer: a short one is then whole, and says its length. */
async function measure(c: Context): Promise<void> {
  const { res } = c
  const reader = res.body?.getReader()
  if (!reader) return
  const chunks: Uint8Array[] = []
  let length = 0
  let isWhole = false
  while (!isWhole && length < SMALLEST_COMPRESSED) {
    const { done, value } = await reader.read()
    isWhole = done
    if (value) chunks.push(value)
    length += value?.length ?? 0
  }
  // Else Hono copies the headers once more.
  c.res = undefined
  const { status, headers } = res
  if (isWhole) headers.set('Content-Length', `${length}`)
  const body = isWhole ? Buffer.concat(chunks) : continued(chunks, reader)
  c.res = new Response(body, { status, headers })
}

/** What was read and what is to come, as the client takes it. */
function continued(
  chunks: Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk = chunks.shift() ?? (await reader.read()).value
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
