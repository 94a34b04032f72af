import type { Context, MiddlewareHandler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX, compress } from 'hono/compress'
import { MIN_COMPRESSED_BYTES } from './cached-response.server.ts'

/**
 * Compresses responses of at least 1 KB. Hono's middleware alone would also compress smaller ones
 * that have no Content-Length.
 */
export function compressResponses(): MiddlewareHandler {
  const compressLarge = compress({ threshold: MIN_COMPRESSED_BYTES })
  return async (c, next) => {
    if (isAccepted(c)) {
      await compressLarge(c, async () => {
        await next()
        if (isCompressible(c) && !c.res.headers.has('Content-Length')) await setLengthIfShort(c)
      })
      return
    }
    await next()
    // Hono's middleware would copy the response for this, and read its body as a stream.
    const varies = /\*|accept-encoding/i.test(c.res.headers.get('Vary') ?? '')
    if (isCompressible(c) && !varies) c.res.headers.append('Vary', 'Accept-Encoding')
  }
}

/** Whether the client takes an encoding of Hono's middleware. */
function isAccepted({ req }: Context): boolean {
  return /gzip|deflate/i.test(req.header('Accept-Encoding') ?? '')
}

function isCompressible({ req, res }: Context): boolean {
  const { headers, status } = res
  if (req.method === 'HEAD' || status === 206 || headers.has('Content-Encoding')) return false
  const length = headers.get('Content-Length')
  if (length !== null && Number(length) < MIN_COMPRESSED_BYTES) return false
  return COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('Content-Type') ?? '')
}

/** Reads the start of the body. A short body is then complete and gets a Content-Length. */
async function setLengthIfShort(c: Context): Promise<void> {
  const { res } = c
  const reader = res.body?.getReader()
  if (!reader) return
  const chunks: Uint8Array[] = []
  let length = 0
  let isComplete = false
  while (!isComplete && length < MIN_COMPRESSED_BYTES) {
    const { done, value } = await reader.read()
    isComplete = done
    if (value) chunks.push(value)
    length += value?.length ?? 0
  }
  // Otherwise Hono copies the previous response's headers into the new one.
  c.res = undefined
  const { status, headers } = res
  if (isComplete) headers.set('Content-Length', `${length}`)
  const body = isComplete ? Buffer.concat(chunks) : resumeStream(chunks, reader)
  c.res = new Response(body, { status, headers })
}

/** The chunks already read, followed by the rest of the body, on demand. */
function resumeStream(chunks: Uint8Array[], reader: ReadableStreamDefaultReader<Uint8Array>) {
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk = chunks.shift() ?? (await reader.read()).value
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
