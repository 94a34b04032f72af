import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { plainAcceptEncoding } from '#platform/http/accept-encoding.server.ts'
import { cacheResponses } from '#platform/http/response-cache.server.ts'
import type { Metrics } from '#platform/metrics.server.ts'

const A_YEAR = 'public, max-age=31536000, immutable'

/** What every visitor may see alike: the reading half of the API. All pages are too. */
const keptCalls = [
  ...['/products', '/productsCount', '/reviews', '/reviewsCount', '/blogs'],
  ...['/docs', '/openapi.json'],
]

/**
 * Every parameter that an address of the shop knows: others never reach it, or its memory. Those
 * that name a page of a list are part of what is kept; the rest have endless values.
 */
const query = {
  keyed: ['page', 'size', '_routes'],
  others: [
    ...['from', 'error', 'product', 'token', 'search', 'sort', 'state', 'before', 'after'],
    ...['label', 'step'],
    // React Router's own.
    ...['index', 'paths', 'p', 'version'],
  ],
}

/**
 * What stands in front of the app: the files below `builtFiles`, answers kept for visitors,
 * compression.
 */
export function createShopFront(
  app: Hono,
  { countRequests }: Pick<Metrics, 'countRequests'>,
  builtFiles: string,
  fileHeaders: [string, string][] = [],
): Hono {
  const keep = cacheResponses(isVisitor, query)
  const front = new Hono({ strict: false })
  front.use(countRequests)
  front.use(plainAcceptEncoding)
  // For what is neither kept nor built, such as a buyer's own pages; the others come compressed.
  front.use(compress())
  front.use(
    '/assets/*',
    // Their names change with their content; the build compressed them once.
    serveStatic({
      root: builtFiles,
      precompressed: true,
      onFound: (_path, c) => {
        for (const [name, value] of fileHeaders) c.header(name, value)
        c.header('Cache-Control', A_YEAR)
      },
    }),
  )
  const onFound = (_path: string, c: Context) => {
    for (const [name, value] of fileHeaders) c.header(name, value)
  }
  front.use('/*', serveStatic({ root: builtFiles, onFound }))
  front.use('/*', forOneBrowser)
  for (const call of keptCalls) front.use(`/api${call}/*`, keep)
  front.use('/*', unless(/^\/(api|media|simulators|healthz|readyz|metrics)\b/, keep))
  return front.route('/', app)
}

/** What is made for somebody who is signed in is kept by no cache on the way, and calls by none at all. */
const forOneBrowser: MiddlewareHandler = async (c, next) => {
  await next()
  if (isVisitor(c.req.raw) || c.res.headers.has('Cache-Control')) return
  c.header('Cache-Control', c.req.path.startsWith('/api/') ? 'no-store' : 'private, no-cache')
}

/** Whether nobody is signed in, as far as the request tells: its answer may be one that was kept. */
export function isVisitor(request: Request): boolean {
  const { headers } = request
  return !headers.has('Authorization') && !headers.get('Cookie')?.includes('session_token')
}

function unless(path: RegExp, middleware: ReturnType<typeof cacheResponses>): typeof middleware {
  return (c, next) => (path.test(c.req.path) ? next() : middleware(c, next))
}
