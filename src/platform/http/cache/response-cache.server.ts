import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { bestEncoding } from './accept-encoding.server.ts'
import { type CachedResponse, cachedResponse } from './cached-response.server.ts'
import { asResponse, type ReadyResponse } from './ready-response.server.ts'

const MAX_KEY_LENGTH = 200
const MAX_KEYS = 5000
/** Tracking parameters of advertisers and mail programs; their values differ per visitor. */
const CAMPAIGN = /^(utm_\w+|(g|fb|ms)clid)$/
const MAX_TOTAL_BYTES = 64 * 1024 * 1024
// Completes a path to a URL; the origin is ignored.
const ORIGIN = 'http://shop'
/** The age at which a response is renewed, and the maximum age served meanwhile. */
const FRESH_MS = 500
const MAX_AGE_MS = 1000

export type ResponseCache = {
  middleware: MiddlewareHandler
  /** The cached response for a visitor's GET or HEAD of `url` (path and query), if it is ready. */
  find: (url: string, acceptEncoding: string | undefined) => ReadyResponse | undefined
  /** The end of the rendering that makes `find` find it; undefined if there is none. */
  findPending: (url: string, acceptEncoding: string | undefined) => Promise<unknown> | undefined
}

export type CacheRules = {
  isVisitor: (request: Request) => boolean
  /**
   * The query parameters that responses of a path are cached for; undefined if they are not cached. A
   * request with any other parameter is not cached.
   */
  queryOf: (path: string) => readonly string[] | undefined
}

/** `startedAt` is when its rendering began, so that it contains all earlier changes. */
type Entry = { response: CachedResponse; startedAt: number }

/**
 * Caches responses to anonymous requests for a second, compressed and with an ETag. After half of it, one
 * request renders the response again while the others still get the cached one. Concurrent requests
 * share a rendering. Signed-in requests and `no-store` responses bypass the cache.
 */
export function createResponseCache({ isVisitor, queryOf }: CacheRules): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_TOTAL_BYTES,
    // Compressed copies are smaller than the original.
    sizeCalculation: ({ response }, key) => 2 * (response.byteLength + key.length) + 1000,
  })
  const pending = new Map<string, Promise<CachedResponse | null>>()
  // Parsing a query takes longer than everything else that a cached response needs.
  const keys = new LRUCache<string, { key: string | null }>({ max: MAX_KEYS })

  /** The cached response, unless it is too old or this request should renew it. */
  const get = (key: string): CachedResponse | undefined => {
    const entry = entries.get(key)
    if (!entry) return undefined
    const age = performance.now() - entry.startedAt
    return age < (pending.has(key) ? MAX_AGE_MS : FRESH_MS) ? entry.response : undefined
  }

  const render = async (c: Context, key: string, next: () => Promise<void>) => {
    const startedAt = performance.now()
    await next()
    const response = await cacheable(c, entries.peek(key)?.response)
    if (response) entries.set(key, { response, startedAt })
    return response
  }

  const middleware: MiddlewareHandler = async (c, next) => {
    if (!['GET', 'HEAD'].includes(c.req.method) || !isVisitor(c.req.raw)) return next()
    const url = new URL(c.req.url)
    const { search } = url
    const key = cacheKey(url, queryOf(url.pathname))
    if (key === null) return next()

    // Otherwise the cached page would contain one visitor's data.
    if (url.search !== search) c.req.raw = new Request(url, c.req.raw)
    let response: CachedResponse | null | undefined = get(key)
    // A rendered HEAD response has no body to cache.
    if (c.req.method === 'HEAD' && !response) return next()
    if (!response && pending.has(key)) {
      response = await pending.get(key)
      if (!response) return next()
    }
    if (!response) {
      const { promise, resolve } = Promise.withResolvers<CachedResponse | null>()
      pending.set(key, promise)
      try {
        response = await render(c, key, next)
      } finally {
        pending.delete(key)
        resolve(response ?? null)
      }
      if (!response) return
    }
    const ready = await response.encode(bestEncoding(c.req.header('Accept-Encoding')))
    // Otherwise Hono copies the previous response's headers into the new one.
    c.res = undefined
    c.res = asResponse(ready, c.req.header('If-None-Match'))
  }

  const keyOf = (url: string): string | null => {
    const remembered = keys.get(url)
    if (remembered) return remembered.key
    const full = new URL(ORIGIN + url)
    const key = cacheKey(full, queryOf(full.pathname))
    if (url.length <= MAX_KEY_LENGTH) keys.set(url, { key })
    return key
  }

  return {
    middleware,
    find: (url, acceptEncoding) => {
      const key = url.includes('?') ? keyOf(url) : url
      return key === null ? undefined : get(key)?.ready(bestEncoding(acceptEncoding))
    },
    findPending: (url, acceptEncoding) => {
      if (pending.size === 0) return undefined
      const key = url.includes('?') ? keyOf(url) : url
      const rendering = key === null ? undefined : pending.get(key)
      return rendering?.then((response) => response?.encode(bestEncoding(acceptEncoding)))
    },
  }
}

/**
 * The path with its sorted query; removes tracking parameters from `url` itself. Null when a parameter
 * outside `known` prevents caching.
 */
function cacheKey(url: URL, known: readonly string[] | undefined): string | null {
  if (!known) return null
  for (const name of [...url.searchParams.keys()]) {
    if (CAMPAIGN.test(name)) url.searchParams.delete(name)
    else if (!known.includes(name)) return null
  }
  if (url.searchParams.size > 1) url.searchParams.sort()
  const key = url.pathname + url.search
  return key.length > MAX_KEY_LENGTH ? null : key
}

/** The response for the cache; `previous` if nothing has changed, which is compressed already. */
async function cacheable({ res }: Context, previous: CachedResponse | undefined) {
  const isPrivate = res.headers.get('Cache-Control')?.includes('no-store')
  if (res.status !== 200 || isPrivate || res.headers.has('Set-Cookie')) return null
  const response = cachedResponse(res.headers, Buffer.from(await res.arrayBuffer()))
  return previous?.hash === response.hash ? previous : response
}
