import type { IncomingHttpHeaders } from 'node:http'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { PublicReads } from '#platform/database/replicas/public-reads.server.ts'
import { plainAcceptEncoding } from '#platform/http/cache/accept-encoding.server.ts'
import { type BuiltFiles, readBuiltFiles } from '#platform/http/cache/built-files.server.ts'
import { compressResponses } from '#platform/http/cache/compress-responses.server.ts'
import {
  createResponseCache,
  type ResponseCache,
} from '#platform/http/cache/response-cache.server.ts'
import type { Metrics } from '#platform/metrics.server.ts'

const A_YEAR = 'public, max-age=31536000, immutable'

/** API routes whose responses are the same for every visitor. All pages are cached too. */
const cachedRoutes = [
  '/products',
  '/productsCount',
  '/reviews',
  '/reviewsCount',
  '/blogs',
  '/docs',
  '/openapi.json',
]

/**
 * All query parameters of the shop; others are dropped. The `keyed` ones are part of the cache key;
 * the others have unlimited values and prevent caching.
 */
const query = {
  keyed: ['page', 'size', 'view', '_routes'],
  others: [
    'from',
    'error',
    'product',
    'token',
    'search',
    'sort',
    'state',
    'since',
    'until',
    'before',
    'after',
    'label',
    'step',
    'quantity',
    'ids',
    // The search of products and its filters.
    'q',
    'category',
    'price',
    'stock',
    // Parameters of React Router.
    'index',
    'paths',
    'p',
    'version',
  ],
  // Specifications, and the ends of ranges.
  otherPrefixes: ['spec.', 'price.'],
}

/** The tables that a path's responses depend on; other paths depend on all of them. */
const tablesOfPaths: [RegExp, readonly string[]][] = [
  [/^\/(api\/products|purchase|tools|compare)/, ['product', 'category']],
  [/^\/(api\/)?reviews/, ['review']],
  [/^\/(api\/)?blogs/, ['blog_post']],
  [/^\/about-me/, ['site_content']],
]
const allTables = ['product', 'category', 'review', 'blog_post', 'site_content']

/** Paths whose visitors may read from a replica: the catalogue, reviews, blog and portfolio. */
const replicaPaths =
  /^\/($|_root\.data$|about-me|(api\/)?(blogs|reviews)|api\/products|(purchase|tools|compare)\b)/

export type HttpMiddleware = {
  handler: Hono
  cache: ResponseCache
  files: BuiltFiles
}

/** Wraps the app with the static files in `builtFolder`, the response cache and compression. */
export function createHttpMiddleware(
  app: Hono,
  { countRequests }: Pick<Metrics, 'countRequests'>,
  builtFolder: string,
  fileHeaders: (path: string) => [string, string][] = () => [],
  publicReads?: PublicReads,
): HttpMiddleware {
  const headersOf = (path: string): [string, string][] =>
    // Asset names contain a hash of their content.
    path.startsWith('/assets/')
      ? [...fileHeaders(path), ['Cache-Control', A_YEAR]]
      : fileHeaders(path)
  const files = readBuiltFiles(builtFolder, headersOf)
  const cache = createResponseCache({
    isVisitor,
    query,
    tablesOf: (path) => tablesOfPaths.find(([paths]) => paths.test(path))?.[1] ?? allTables,
    ...(publicReads && {
      publicReads: { ...publicReads, mayRead: (path) => replicaPaths.test(path) },
      renderAgain: async (c) => app.fetch(c.req.raw, c.env),
    }),
  })
  const handler = new Hono({ strict: false })
  handler.use(countRequests)
  handler.use(plainAcceptEncoding)
  // For responses that are neither cached nor built files, such as a buyer's pages.
  handler.use(compressResponses())
  const onFound = (_path: string, c: Context) => {
    for (const [name, value] of headersOf(c.req.path)) c.header(name, value)
  }
  const serveBuilt = serveStatic({ root: builtFolder, precompressed: true, onFound })
  // Avoids disk access for paths that are not built files.
  handler.use('/*', (c, next) => (files.has(c.req.path) ? serveBuilt(c, next) : next()))
  handler.use('/*', preventSharedCaching)
  for (const route of cachedRoutes) handler.use(`/api${route}/*`, cache.middleware)
  handler.use('/*', unless(/^\/(api|media|simulators|healthz|readyz|metrics)\b/, cache.middleware))
  handler.route('/', app)
  return { handler, cache, files }
}

/**
 * Keeps signed-in responses out of shared caches, and API responses and the data of pages out of all:
 * Chromium would show what a link prefetched for up to five minutes.
 */
const preventSharedCaching: MiddlewareHandler = async (c, next) => {
  await next()
  if (isVisitor(c.req.raw) || c.res.headers.has('Cache-Control')) return
  const isData = c.req.path.startsWith('/api/') || c.req.path.endsWith('.data')
  const rule = isData ? 'no-store' : 'private, no-cache'
  // `c.header` would copy the response, and read its body as a stream.
  c.res.headers.set('Cache-Control', rule)
}

/** Whether a request has no credentials, so that it may get a cached response. */
export function isVisitor({ headers }: Request): boolean {
  return isAnonymous({
    authorization: headers.get('Authorization') ?? undefined,
    cookie: headers.get('Cookie') ?? undefined,
  })
}

/** The same for Node's headers. */
export function isAnonymous({ authorization, cookie }: IncomingHttpHeaders): boolean {
  return authorization === undefined && !cookie?.includes('session_token')
}

function unless(path: RegExp, middleware: MiddlewareHandler): MiddlewareHandler {
  return (c, next) => (path.test(c.req.path) ? next() : middleware(c, next))
}
