import type { IncomingHttpHeaders } from 'node:http'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { plainAcceptEncoding } from '#platform/http/accept-encoding.server.ts'
import { type BuiltFiles, readBuiltFiles } from '#platform/http/built-files.server.ts'
import { compressResponses } from '#platform/http/compress-responses.server.ts'
import { createResponseCache, type ResponseCache } from '#platform/http/response-cache.server.ts'
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

/** Where a path shows rows of these tables only; all others depend on all of them. */
const tablesOfPaths: [RegExp, readonly string[]][] = [
  [/^\/(api\/products|purchase)/, ['product']],
  [/^\/(api\/)?reviews/, ['review']],
  [/^\/(api\/)?blogs/, ['blog_post']],
  [/^\/about-me/, ['site_content']],
]
const allTables = ['product', 'review', 'blog_post', 'site_content']

export type HttpMiddleware = {
  front: Hono
  cache: ResponseCache
  files: BuiltFiles
}

/**
 * What stands in front of the app: the files below `builtFolder`, answers cached for visitors,
 * compression.
 */
export function createHttpMiddleware(
  app: Hono,
  { countRequests }: Pick<Metrics, 'countRequests'>,
  builtFolder: string,
  fileHeaders: [string, string][] = [],
): HttpMiddleware {
  const headersOf = (path: string): [string, string][] =>
    // Their names change with their content.
    path.startsWith('/assets/') ? [...fileHeaders, ['Cache-Control', A_YEAR]] : fileHeaders
  const files = readBuiltFiles(builtFolder, headersOf)
  const cache = createResponseCache({
    isVisitor,
    query,
    tablesOf: (path) => tablesOfPaths.find(([paths]) => paths.test(path))?.[1] ?? allTables,
  })
  const front = new Hono({ strict: false })
  front.use(countRequests)
  front.use(plainAcceptEncoding)
  // For what is neither cached nor built, such as a buyer's own pages; the others come compressed.
  front.use(compressResponses())
  const onFound = (_path: string, c: Context) => {
    for (const [name, value] of headersOf(c.req.path)) c.header(name, value)
  }
  const serveBuilt = serveStatic({ root: builtFolder, precompressed: true, onFound })
  // Asks the disk for nothing that was not built.
  front.use('/*', (c, next) => (files.has(c.req.path) ? serveBuilt(c, next) : next()))
  front.use('/*', forOneBrowser)
  for (const call of keptCalls) front.use(`/api${call}/*`, cache.middleware)
  front.use('/*', unless(/^\/(api|media|simulators|healthz|readyz|metrics)\b/, cache.middleware))
  front.route('/', app)
  return { front, cache, files }
}

/** What is made for somebody who is signed in is kept by no cache on the way, and calls by none at all. */
const forOneBrowser: MiddlewareHandler = async (c, next) => {
  await next()
  if (isVisitor(c.req.raw) || c.res.headers.has('Cache-Control')) return
  c.header('Cache-Control', c.req.path.startsWith('/api/') ? 'no-store' : 'private, no-cache')
}

/** Whether nobody is signed in, as far as the request tells: its answer may be one that was kept. */
export function isVisitor({ headers }: Request): boolean {
  return isAnonymous({
    authorization: headers.get('Authorization') ?? undefined,
    cookie: headers.get('Cookie') ?? undefined,
  })
}

/** The same, of the headers as Node has them. */
export function isAnonymous({ authorization, cookie }: IncomingHttpHeaders): boolean {
  return authorization === undefined && !cookie?.includes('session_token')
}

function unless(path: RegExp, middleware: MiddlewareHandler): MiddlewareHandler {
  return (c, next) => (path.test(c.req.path) ? next() : middleware(c, next))
}
