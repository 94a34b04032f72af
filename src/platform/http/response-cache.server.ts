import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'

/** A whole answer in memory, compressed at most once for each encoding. */
type Kept = {
  headers: Headers
  etag: string
  plain: Buffer<ArrayBuffer>
  encoded: Partial<Record<Encoding, Promise<Buffer<ArrayBuffer>>>>
}

type Encoding = 'br' | 'gzip'

const LARGEST_TOTAL_BYTES = 64 * 1024 * 1024
const FRESH_MS = 1000
// Quality 5 is near the best size for a page at a fifteenth of the time.
const brotli = promisify(brotliCompress)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const compressors = {
  br: (plain: Buffer) => brotli(plain, brotliOptions),
  gzip: promisify(gzip) as (plain: Buffer) => Promise<Buffer<ArrayBuffer>>,
}

/**
 * Keeps the answers that visitors get for one second, so that a crowd costs one rendering: whole,
 * compressed, with an ETag. Requests at the same moment share one rendering. Whoever is signed in
 * passes by and sees every change at once; so does an answer that says `no-store`.
 * `isVisitor` tells from a request whether it is anonymous.
 */
export function cacheResponses(isVisitor: (request: Request) => boolean): MiddlewareHandler {
  const kept = new LRUCache<string, Kept>({
    ttl: FRESH_MS,
    maxSize: LARGEST_TOTAL_BYTES,
    // Its encoded forms are smaller than the plain one.
    sizeCalculation: ({ plain }) => 2 * plain.length + 1000,
  })
  const underWay = new Map<string, Promise<Kept | null>>()

  return async (c, next) => {
    if (c.req.method !== 'GET' || !isVisitor(c.req.raw)) return next()
    const { pathname, search } = new URL(c.req.url)
    const key = pathname + search
    // Not `await undefined`: between looking and taking the turn nobody else may look.
    const known = underWay.has(key) ? await underWay.get(key) : kept.get(key)
    if (known) return answerFrom(known, c)

    const { promise, resolve } = Promise.withResolvers<Kept | null>()
    underWay.set(key, promise)
    let made: Kept | null = null
    try {
      await next()
      made = await keepable(c.res)
      if (made) kept.set(key, made)
    } finally {
      underWay.delete(key)
      resolve(made)
    }
    if (made) c.res = await answerFrom(made, c)
  }
}

async function keepable(answer: Response): Promise<Kept | null> {
  const isPrivate = answer.headers.get('Cache-Control')?.includes('no-store')
  if (answer.status !== 200 || isPrivate || answer.headers.has('Set-Cookie')) return null
  const plain = Buffer.from(await answer.arrayBuffer())
  const etag = createHash('sha1').update(plain).digest('base64url')
  return { headers: answer.headers, etag, plain, encoded: {} }
}

async function answerFrom(kept: Kept, c: Context): Promise<Response> {
  const headers = new Headers(kept.headers)
  const encoding = bestEncoding(c.req.header('Accept-Encoding'))
  const etag = `"${kept.etag}${encoding ? `-${encoding}` : ''}"`
  headers.set('ETag', etag)
  headers.set('Cache-Control', 'no-cache')
  headers.set('Vary', 'Accept-Encoding, Cookie, Authorization')
  if (c.req.header('If-None-Match') === etag) return new Response(null, { status: 304, headers })
  if (!encoding) return new Response(kept.plain, { headers })

  kept.encoded[encoding] ??= compressors[encoding](kept.plain)
  headers.set('Content-Encoding', encoding)
  return new Response(await kept.encoded[encoding], { headers })
}

function bestEncoding(accepted = ''): Encoding | null {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}
