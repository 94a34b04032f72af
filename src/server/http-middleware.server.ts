import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { plainAcceptEncoding } from '#platform/http/cache/accept-encoding.server.ts'
import { type BuiltFiles, readBuiltFiles } from '#platform/http/cache/built-files.server.ts'
import { compressResponses } from '#platform/http/cache/compress-responses.server.ts'
import { createResponseCache, type ResponseCache } from '#platform/http/cache/response-cache.server.ts'
import { createRouteTable, declaredRoutes } from '#platform/http/route-properties.server.ts'
import { isVisitor } from '#platform/http/visitor.server.ts'
import type { Metrics } from '#platform/metrics.server.ts'

const A_YEAR = 'public, max-age=31536000, immutable'

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
  isLeftOut?: (path: string) => boolean,
): HttpMiddleware {
  const headersOf = (path: string): [string, string][] =>
    // Asset names contain a hash of their content.
    path.startsWith('/assets/') ? [...fileHeaders(path), ['Cache-Control', A_YEAR]] : fileHeaders(path)
  const files = readBuiltFiles(builtFolder, headersOf, isLeftOut)
  const routes = createRouteTable(declaredRoutes(app))
  const cache = createResponseCache({ isVisitor, queryOf: (path) => routes('GET', path).cached })
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
  handler.use('/*', cache.middleware)
  handler.route('/', app)
  return { handler, cache, files }
}

/**
 * Keeps signed-in responses out of shared caches, and API responses and page data out of all caches:
 * Chromium would show prefetched data for up to five minutes.
 */
const preventSharedCaching: MiddlewareHandler = async (c, next) => {
  await next()
  const isPageData = c.req.path.endsWith('.data')
  const mayBeStored = isVisitor(c.req.raw) && !isPageData
  if (mayBeStored || c.res.headers.has('Cache-Control')) return
  const isData = isPageData || c.req.path.startsWith('/api/')
  const rule = isData ? 'no-store' : 'private, no-cache'
  // `c.header` would copy the response, and read its body as a stream.
  c.res.headers.set('Cache-Control', rule)
}
