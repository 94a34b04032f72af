import { createRoute, type RouteConfig } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'

/**
 * Who may call a route: anyone, a caller with a session cookie, a user with an access token, or an
 * admin with one. It is part of the route's definition and of the OpenAPI document.
 */
export type Access = 'public' | 'session' | 'user' | 'admin'

/** What a public route finds in `c.var`. */
export type PublicVariables = {
  Variables: {
    /** For visitors possibly a replica, for everyone with a token or session the primary. */
    readDb: Db
  }
}

/** The OpenAPI extension that holds a route's access. */
export const ACCESS = 'x-access'

/** A route definition without its access. */
export type OpenRoute<Path extends string> = Omit<RouteConfig, 'path' | 'middleware'> & {
  path: Path
}

/** Defines a route that anyone may call. */
export function publicRoute<Path extends string, Route extends OpenRoute<Path>>(route: Route) {
  return createRoute({ ...route, [ACCESS]: 'public' satisfies Access })
}
