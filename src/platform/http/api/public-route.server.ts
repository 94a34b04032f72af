import { createRoute, type RouteConfig } from '@hono/zod-openapi'
import type { Context, Env, MiddlewareHandler } from 'hono'
import { type RouteProperties, withProperties } from '#platform/http/route-properties.server.ts'

/**
 * Who may call a route: anyone, a caller with a session cookie, a user with an access token, or an
 * admin with one. It is part of the route's definition and of the OpenAPI document.
 */
export type Access = 'public' | 'session' | 'user' | 'admin'

/** The OpenAPI extension that holds a route's access. */
export const ACCESS = 'x-access'

/** The OpenAPI extension of a route that changes nothing, although its method is not GET. */
export const ONLY_READS = 'x-only-reads'

/** A route definition without its access. Without a method it is a GET. */
export type OpenRoute<Path extends string> = Omit<RouteConfig, 'path' | 'method' | 'middleware'> &
  RouteProperties & {
    path: Path
    method?: RouteConfig['method']
    /** Counts a request; throws a 429 beyond the limit. */
    limit?: (c: Context) => void
  }

type WithMethod<Route> = Route extends { method: string } ? Route : Route & { method: 'get' }

/** Defines a route that anyone may call. */
export function publicRoute<Path extends string, Route extends OpenRoute<Path>>(route: Route) {
  return guardedRoute<Path, Route, Env>(route, 'public', (_, next) => next())
}

/** Defines a route with a guard, which runs before the limit and before the body is parsed. */
export function guardedRoute<
  Path extends string,
  Route extends OpenRoute<Path>,
  Variables extends Env,
>(route: Route, access: Access, guard: MiddlewareHandler<Variables>) {
  const { cached, onlyReads, limit, ...described } = route
  const middleware = withProperties<Variables>({ cached, onlyReads }, (c, next) =>
    guard(c, async () => {
      limit?.(c)
      await next()
    }),
  )
  return createRoute({
    ...({ method: 'get', ...described } as unknown as WithMethod<Route>),
    middleware,
    [ACCESS]: access,
    ...(onlyReads && { [ONLY_READS]: true }),
  })
}
