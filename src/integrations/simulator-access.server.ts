import type { MiddlewareHandler } from 'hono'
import { createIsLocal } from '#platform/http/ip-address.server.ts'
import type { Settings } from '#platform/settings.server.ts'

/** The routes that visitors of a public demo need to pay and to sign in with the simulated Google. */
const FOR_VISITORS = /^\/simulators\/(stripe\/stripe\.js$|stripe\/v1\/|google\/)/

/**
 * Restricts the simulators to direct requests from this machine, because the inbox contains reset
 * links and the fault settings break payments. Other requests get 404. With DEMO_PUBLIC, visitors
 * also reach the routes they need to pay and sign in (product 11.1).
 */
export function guardSimulators(
  settings: Pick<Settings, 'DEMO_PUBLIC' | 'TRUSTED_PROXY'>,
): MiddlewareHandler {
  const isLocal = createIsLocal(settings.TRUSTED_PROXY)
  return async (c, next) => {
    const isPublic = settings.DEMO_PUBLIC && FOR_VISITORS.test(c.req.path)
    if (!isPublic && !isLocal(c)) return c.notFound()
    await next()
  }
}
