import { createRoute, type RouteConfig } from '@hono/zod-openapi'

/**
 * Who may call a route: everybody, who has a session's cookie, who has an access token, or an admin who
 * has one. It stands in the route's definition and in the API's description.
 */
export type Access = 'public' | 'session' | 'user' | 'admin'

/** The key under which a route's access stands in its definition and in the API's description. */
export const ACCESS = 'x-access'

/** A route's definition before its kit adds who may call it. */
export type OpenRoute<Path extends string> = Omit<RouteConfig, 'path' | 'middleware'> & {
  path: Path
}

/** A route that everybody may call. */
export function publicRoute<Path extends string, Route extends OpenRoute<Path>>(route: Route) {
  return createRoute({ ...route, [ACCESS]: 'public' satisfies Access })
}
