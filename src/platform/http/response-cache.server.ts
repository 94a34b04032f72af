import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'

type Encoding = 'br' | 'gzip'
type Form = { headers: Record<string, string>; body: Buffer<ArrayBuffer> }

/** A whole answer in memory; each of its forms is made at most once, its headers too. */
type Kept = {
  headers: Headers
  hash: string
  plain: Buffer<ArrayBuffer>
  forms: Partial<Record<Encoding | 'plain', Promise<Form>>>
}

const LARGEST_TOTAL_BYTES = 64 * 1024 * 1024
const LONGEST_KEY = 200
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
 * `isVisitor` tells from a request whether it is anonymous. Of a query only the parameters of
 * `query` reach the app, so that made-up ones fill no memory; with others than those of `keyed`,
 * whose values are few, an answer is not kept.
 */
export function cacheResponses(
  isVisitor: (request: Request) => boolean,
  query: { keyed: string[]; others: string[] } = { keyed: ['page', 'size'], others: [] },
): MiddlewareHandler {
  const kept = new LRUCache<string, Kept>({
    ttl: FRESH_MS,
    maxSize: LARGEST_TOTAL_BYTES,
    // Its encoded forms are smaller than the plain one.
    sizeCalculation: ({ plain }, key) => 2 * plain.length + 2 * key.length + 1000,
  })
  const underWay = new Map<string, Promise<Kept | null>>()
  const known = new Set([...query.keyed, ...query.others])

  return async (c, next) => {
    if (c.req.method !== 'GET' || !isVisitor(c.req.raw)) return next()
    const { search } = new URL(c.req.url)
    if (search !== '') dropUnknown(c, known)
    const { pathname, search: left, searchParams } = new URL(c.req.url)
    const key = pathname + left
    const isKeyed = [...searchParams.keys()].every((name) => query.keyed.includes(name))
    if (!isKeyed || key.length > LONGEST_KEY) return next()

    // Not `await undefined`: between looking and taking the turn nobody else may look.
    const found = underWay.has(key) ? await underWay.get(key) : kept.get(key)
    if (found) return answerFrom(found, c)

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

/** The app sees the request as it is kept: what one visitor made up is in nobody's page. */
function dropUnknown(c: Context, known: Set<string>): void {
  const url = new URL(c.req.url)
  const unknown = [...url.searchParams.keys()].filter((name) => !known.has(name))
  if (unknown.length === 0) return
  for (const name of unknown) url.searchParams.delete(name)
  c.req.raw = new Request(url, c.req.raw)
}

async function keepable(answer: Response): Promise<Kept | null> {
  const isPrivate = answer.headers.get('Cache-Control')?.includes('no-store')
  if (answer.status !== 200 || isPrivate || answer.headers.has('Set-Cookie')) return null
  const plain = Buffer.from(await answer.arrayBuffer())
  const hash = createHash('sha1').update(plain).digest('base64url')
  return { headers: answer.headers, hash, plain, forms: {} }
}

async function answerFrom(kept: Kept, c: Context): Promise<Response> {
  const encoding = bestEncoding(c.req.header('Accept-Encoding'))
  kept.forms[encoding ?? 'plain'] ??= makeForm(kept, encoding)
  const { headers, body } = await (kept.forms[encoding ?? 'plain'] as Promise<Form>)
  if (c.req.header('If-None-Match') === headers.etag) {
    return new Response(null, { status: 304, headers })
  }
  return new Response(body, { headers })
}

async function makeForm(kept: Kept, encoding: Encoding | null): Promise<Form> {
  const headers = {
    ...Object.fromEntries(kept.headers),
    etag: `"${kept.hash}${encoding ? `-${encoding}` : ''}"`,
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding, Cookie, Authorization',
  }
  if (!encoding) return { headers, body: kept.plain }
  const body = await compressors[encoding](kept.plain)
  return { headers: { ...headers, 'content-encoding': encoding }, body }
}

/** Of a header that `plainAcceptEncoding` has made plain. */
function bestEncoding(accepted = ''): Encoding | null {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}
