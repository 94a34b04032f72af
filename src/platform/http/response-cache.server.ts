import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { ChangeFollower } from '#platform/database/change-feed.server.ts'
import { bestEncoding } from './accept-encoding.server.ts'
import { createAnswerStore } from './answer-store.server.ts'
import { type CachedAnswer, cachedAnswer } from './cached-answer.server.ts'
import { createChangeLog } from './change-log.server.ts'
import { asResponse, type ReadyAnswer } from './ready-answer.server.ts'

const LONGEST_KEY = 200
const MOST_KEYS = 5000
// A path is no URL yet; which origin it gets makes no difference.
const ORIGIN = 'http://shop'
/** How long an answer lasts where nobody tells of changes. */
const FRESH_MS = 1000
/** A change that nobody told of is seen after this time. */
const LONGEST_MS = 10_000

export type ResponseCache = ChangeFollower & {
  middleware: MiddlewareHandler
  /** The answer to a visitor's GET or HEAD of `url`, path and query, if it can be sent at once. */
  find: (url: string, acceptEncoding: string | undefined) => ReadyAnswer | undefined
}

export type CacheRules = {
  /** Tells from a request whether it is anonymous. */
  isVisitor: (request: Request) => boolean
  /**
   * Parameters that reach the app; made-up ones fill no memory. With others than those of `keyed`,
   * whose values are few, an answer is not cached.
   */
  query?: { keyed: string[]; others: string[] }
  /** The tables of which an answer shows a selection: it ends when rows come or go. */
  tablesBehind?: (pathname: string) => readonly string[]
}

type Rendered = { answer: CachedAnswer | null; staleFrom: number }

/**
 * Caches the answers that visitors get until what they show changes, so that a crowd costs one
 * rendering: whole, compressed, with an ETag. Requests at the same moment share one rendering.
 * Signed-in requests bypass the cache; so does an answer that says `no-store`.
 */
export function createResponseCache({
  isVisitor,
  query = { keyed: ['page', 'size'], others: [] },
  tablesBehind = () => [],
}: CacheRules): ResponseCache {
  const store = createAnswerStore()
  const changes = createChangeLog()
  const underWay = new Map<string, Promise<Rendered>>()
  const known = new Set([...query.keyed, ...query.others])
  // Parsing a query takes longer than all the rest of a cached answer.
  const keys = new LRUCache<string, { key: string | null }>({ max: MOST_KEYS })
  let lifetimeMs = FRESH_MS

  const render = async (c: Context, key: string, next: () => Promise<void>): Promise<Rendered> => {
    const start = changes.startReading()
    let answer: CachedAnswer | null = null
    let staleFrom = start
    const tables = tablesBehind(c.req.path)
    try {
      await next()
      answer = await cacheable(c)
    } finally {
      const isShown = (name: string) => tables.includes(name) || answer?.ids.has(name) === true
      staleFrom = changes.stopReading(start, isShown)
    }
    if (answer && staleFrom === Number.POSITIVE_INFINITY) store.set(key, answer, tables, lifetimeMs)
    return { answer, staleFrom }
  }

  const middleware: MiddlewareHandler = async (c, next) => {
    if (!['GET', 'HEAD'].includes(c.req.method) || !isVisitor(c.req.raw)) return next()
    const url = new URL(c.req.url)
    keepKnown(c, url, known)
    const key = cacheKey(url, query.keyed)
    if (key === null) return next()

    const asked = changes.now()
    let answer = store.get(key)
    // Its answer has no body, and nothing that others could share.
    if (c.req.method === 'HEAD' && !answer) return next()
    while (!answer) {
      const rendering = underWay.get(key)
      // Not `await undefined`: between looking and taking the turn nobody else may look.
      if (!rendering) break
      const shared = await rendering
      if (!shared.answer) return next()
      // What changed between its start and this request is not in it.
      answer = shared.staleFrom >= asked ? shared.answer : store.get(key)
    }
    if (!answer) {
      const { promise, resolve } = Promise.withResolvers<Rendered>()
      underWay.set(key, promise)
      let rendered: Rendered = { answer: null, staleFrom: asked }
      try {
        rendered = await render(c, key, next)
      } finally {
        underWay.delete(key)
        resolve(rendered)
      }
      if (!rendered.answer) return
      answer = rendered.answer
    }
    const ready = await answer.encode(bestEncoding(c.req.header('Accept-Encoding')))
    // Else Hono copies the headers of the answer that this one replaces.
    c.res = undefined
    c.res = asResponse(ready, c.req.header('If-None-Match'))
  }

  const keyOf = (url: string): string | null => {
    const remembered = keys.get(url)
    if (remembered) return remembered.key
    const key = cacheKey(new URL(ORIGIN + url), query.keyed, known)
    if (url.length <= LONGEST_KEY) keys.set(url, { key })
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
      store.drop(change)
    },
    setExact: (isExact) => {
      lifetimeMs = isExact ? LONGEST_MS : FRESH_MS
      // What was made before lasts as long as was promised then.
      changes.add('everything')
      store.drop('everything')
    },
  }
}

/** The app sees the request as it is cached: what one visitor made up is in nobody's page. */
function keepKnown(c: Context, url: URL, known: Set<string>): void {
  if (url.search === '') return
  const before = url.search
  for (const name of [...url.searchParams.keys()]) {
    if (!known.has(name)) url.searchParams.delete(name)
  }
  if (url.searchParams.size > 1) url.searchParams.sort()
  if (url.search !== before) c.req.raw = new Request(url, c.req.raw)
}

/** The address with its parameters in one order; null where one has endless values. */
function cacheKey(url: URL, keyed: string[], known?: Set<string>): string | null {
  for (const name of [...url.searchParams.keys()]) {
    if (known && !known.has(name)) url.searchParams.delete(name)
    else if (!keyed.includes(name)) return null
  }
  if (url.searchParams.size > 1) url.searchParams.sort()
  const key = url.pathname + url.search
  return key.length > LONGEST_KEY ? null : key
}

async function cacheable({ res }: Context): Promise<CachedAnswer | null> {
  const isPrivate = res.headers.get('Cache-Control')?.includes('no-store')
  if (res.status !== 200 || isPrivate || res.headers.has('Set-Cookie')) return null
  return cachedAnswer(res.headers, Buffer.from(await res.arrayBuffer()))
}
