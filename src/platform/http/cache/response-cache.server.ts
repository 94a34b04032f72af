import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { ChangeFollower } from '#platform/database/change-feed.server.ts'
import {
  type PublicReads,
  readFromPrimary,
} from '#platform/database/replicas/public-reads.server.ts'
import { bestEncoding } from './accept-encoding.server.ts'
import { type CachedResponse, cachedResponse } from './cached-response.server.ts'
import { createChangeLog } from './change-log.server.ts'
import { asResponse, type ReadyResponse } from './ready-response.server.ts'
import { createResponseStore } from './response-store.server.ts'

const MAX_KEY_LENGTH = 200
const MAX_KEYS = 5000
// Only completes a path to a URL; the origin has no effect.
const ORIGIN = 'http://shop'
/** How long a response is cached while there are no change notifications. */
const FRESH_MS = 1000
/** The longest time that a missed change notification can keep a response stale. */
const MAX_AGE_MS = 10_000

export type ResponseCache = ChangeFollower & {
  middleware: MiddlewareHandler
  /** The cached response for a visitor's GET or HEAD of `url` (path and query), if it is ready. */
  find: (url: string, acceptEncoding: string | undefined) => ReadyResponse | undefined
}

export type CacheRules = {
  /** Whether a request is anonymous. */
  isVisitor: (request: Request) => boolean
  /**
   * Query parameters of `keyed` have few values and are part of the cache key; the `others` prevent
   * caching, and so do all whose name begins with one of `otherPrefixes`. Any further ones are dropped
   * from a request that is cached, so they can't fill the cache.
   */
  query?: { keyed: string[]; others: string[]; otherPrefixes?: string[] }
  /** The tables whose rows a path lists: inserting or deleting rows invalidates the response. */
  tablesOf?: (pathname: string) => readonly string[]
  /** Read replicas, and for which paths visitors may read them. */
  publicReads?: PublicReads & { mayRead: (pathname: string) => boolean }
  /** Handles a request once more; required with `publicReads`. */
  renderAgain?: (c: Context) => Promise<Response>
}

type Rendered = { response: CachedResponse | null; staleFrom: number }

/**
 * Caches responses to anonymous requests, compressed and with an ETag, until their data changes.
 * Concurrent requests share one rendering. Signed-in requests and `no-store` responses bypass it.
 */
export function createResponseCache({
  isVisitor,
  query = { keyed: ['page', 'size'], others: [] },
  tablesOf = () => [],
  publicReads,
  renderAgain,
}: CacheRules): ResponseCache {
  const store = createResponseStore()
  const changes = createChangeLog()
  const pending = new Map<string, Promise<Rendered>>()
  const names = new Set([...query.keyed, ...query.others])
  const prefixes = query.otherPrefixes ?? []
  const isKnown = (name: string) =>
    names.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
  // Parsing a query takes longer than everything else that a cached response needs.
  const keys = new LRUCache<string, { key: string | null }>({ max: MAX_KEYS })
  let lifetimeMs = FRESH_MS

  const beginRead = (path: string, names: readonly string[]) =>
    publicReads?.mayRead(path) ? publicReads.begin(names) : undefined

  const render = async (c: Context, key: string, next: () => Promise<void>): Promise<Rendered> => {
    const start = changes.startReading()
    let response: CachedResponse | null = null
    let staleFrom = start
    const tables = tablesOf(c.req.path)
    try {
      const read = beginRead(c.req.path, [key, ...tables])
      await (read ? read.run(next) : next())
      response = await cacheable(c)
      // A replica without a change that is known here: once cached, the response would stay stale.
      if (response && renderAgain && read?.isBehind([...response.ids, ...tables])) {
        c.res = undefined
        c.res = await readFromPrimary(() => renderAgain(c))
        response = await cacheable(c)
      }
    } finally {
      const isAffected = (name: string) => tables.includes(name) || response?.ids.has(name) === true
      staleFrom = changes.stopReading(start, isAffected)
    }
    if (response && staleFrom === Number.POSITIVE_INFINITY)
      store.set(key, response, tables, lifetimeMs)
    return { response, staleFrom }
  }

  const middleware: MiddlewareHandler = async (c, next) => {
    if (!['GET', 'HEAD'].includes(c.req.method) || !isVisitor(c.req.raw)) return next()
    const url = new URL(c.req.url)
    const { search } = url
    const key = cacheKey(url, query.keyed, isKnown)
    if (key === null) {
      const read = beginRead(c.req.path, tablesOf(c.req.path))
      return read ? read.run(next) : next()
    }

    // A cached page can't contain them.
    if (url.search !== search) c.req.raw = new Request(url, c.req.raw)
    const requestedAt = changes.now()
    let response = store.get(key)
    // A rendered HEAD response has no body to cache.
    if (c.req.method === 'HEAD' && !response) return next()
    while (!response) {
      const rendering = pending.get(key)
      // Don't await undefined: there must be no gap between this check and `pending.set` below.
      if (!rendering) break
      const shared = await rendering
      if (!shared.response) return next()
      // The shared response may lack changes that were made before this request.
      response = shared.staleFrom >= requestedAt ? shared.response : store.get(key)
    }
    if (!response) {
      const { promise, resolve } = Promise.withResolvers<Rendered>()
      pending.set(key, promise)
      let rendered: Rendered = { response: null, staleFrom: requestedAt }
      try {
        rendered = await render(c, key, next)
      } finally {
        pending.delete(key)
        resolve(rendered)
      }
      if (!rendered.response) return
      response = rendered.response
    }
    const ready = await response.encode(bestEncoding(c.req.header('Accept-Encoding')))
    // Otherwise Hono copies the previous response's headers into the new one.
    c.res = undefined
    c.res = asResponse(ready, c.req.header('If-None-Match'))
  }

  const keyOf = (url: string): string | null => {
    const remembered = keys.get(url)
    if (remembered) return remembered.key
    const key = cacheKey(new URL(ORIGIN + url), query.keyed, isKnown)
    if (url.length <= MAX_KEY_LENGTH) keys.set(url, { key })
    return key
  }

  return {
    middleware,
    find: (url, acceptEncoding) => {
      const key = url.includes('?') ? keyOf(url) : url
      return key === null ? undefined : store.get(key)?.ready(bestEncoding(acceptEncoding))
    },
    drop: (change) => {
      changes.add(change)
      const dropped = store.drop(change)
      publicReads?.noteDropped(dropped)
    },
    setExact: (isExact) => {
      lifetimeMs = isExact ? MAX_AGE_MS : FRESH_MS
      // Existing entries have the old lifetime.
      changes.add('everything')
      store.drop('everything')
    },
  }
}

/**
 * The path with sorted known parameters, which it leaves in `url`; null when a parameter outside
 * `keyed` prevents caching.
 */
function cacheKey(url: URL, keyed: string[], isKnown: (name: string) => boolean): string | null {
  for (const name of [...url.searchParams.keys()]) {
    if (!isKnown(name)) url.searchParams.delete(name)
    else if (!keyed.includes(name)) return null
  }
  if (url.searchParams.size > 1) url.searchParams.sort()
  const key = url.pathname + url.search
  return key.length > MAX_KEY_LENGTH ? null : key
}

async function cacheable({ res }: Context): Promise<CachedResponse | null> {
  const isPrivate = res.headers.get('Cache-Control')?.includes('no-store')
  if (res.status !== 200 || isPrivate || res.headers.has('Set-Cookie')) return null
  return cachedResponse(res.headers, Buffer.from(await res.arrayBuffer()))
}
