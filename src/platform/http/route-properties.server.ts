import type { Context, Env, Hono, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { TrieRouter } from 'hono/router/trie-router'
import type { H } from 'hono/types'
import { findTargetHandler } from 'hono/utils/handler'

/** The properties of a route that the server uses before handling a request. */
export type RouteProperties = {
  /**
   * Visitors' responses are cached for each value of these query parameters, which must have few
   * values. A request with any other parameter is not cached. Without it, nothing is.
   */
  cached?: readonly string[] | undefined
  /** It changes nothing, although its method is not GET, because what it asks does not fit into a URL. */
  onlyReads?: boolean | undefined
  /** The bytes of the largest body, where the limit of all others is not above it. */
  maxBytes?: number | undefined
}

export type DeclaredRoute = RouteProperties & { method: string; path: string }

/**
 * Returns the properties of the route that handles a request; `path` has no query. A page's data has those
 * of the page.
 */
export type RouteTable = (method: string, path: string) => RouteProperties

const PROPERTIES = Symbol('route properties')

/** Declares properties of all routes that it is middleware of; the first declaration counts. */
export function withProperties<Variables extends Env>(
  properties: RouteProperties,
  middleware: MiddlewareHandler<Variables> = (_, next) => next(),
): MiddlewareHandler<Variables> {
  const declaring: MiddlewareHandler<Variables> = (c, next) => middleware(c, next)
  return Object.assign(declaring, { [PROPERTIES]: properties })
}

/** Whether the route that handles a request changes nothing. */
export function onlyReads(c: Context): boolean {
  return (
    ['GET', 'HEAD'].includes(c.req.method) ||
    matchedRoutes(c).some(({ handler }) => propertiesOf(handler)?.onlyReads === true)
  )
}

function propertiesOf(handler: H): RouteProperties | undefined {
  return Object(findTargetHandler(handler))[PROPERTIES]
}

/** The routes of an app that declare properties, in matching order. */
export function declaredRoutes({ routes }: Pick<Hono, 'routes'>): DeclaredRoute[] {
  return routes.flatMap(({ method, path, handler }) => {
    const properties = propertiesOf(handler)
    return properties ? [{ ...properties, method, path }] : []
  })
}

export function createRouteTable(routes: DeclaredRoute[]): RouteTable {
  const router = new TrieRouter<DeclaredRoute>()
  for (const route of routes) router.add(route.method, route.path, route)
  return (method, path) => {
    const [match] = router.match(method === 'HEAD' ? 'GET' : method, pageOf(path))
    return match[0]?.[0] ?? {}
  }
}

/**
 * The path without React Router's suffix for data requests and without a trailing slash. React Router
 * ignores the case of pages.
 */
function pageOf(path: string): string {
  const page = path.replace(/(\/_)?\.data$/, '').replace(/(?<=.)\/$/, '') || '/'
  return page.startsWith('/api/') ? page : page.toLowerCase()
}

/** The path of a request's URL, which has no origin. */
export function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
