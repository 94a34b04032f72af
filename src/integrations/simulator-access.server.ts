import type { MiddlewareHandler } from 'hono'
import { localOnly } from '#platform/http/local-access.server.ts'

/** The routes that visitors of a public demo need to pay and to sign in with the simulated Google. */
const FOR_VISITORS = /^\/simulators\/(stripe\/stripe\.js$|stripe\/v1\/|google\/)/

/**
 * Restricts the simulators to direct requests from this machine, because the inbox contains reset
 * links and the fault settings break payments. Other requests get 404. With `demoKey`, of a public demo,
 * these need the key, and visitors also reach the routes to pay and sign in (product 11.1).
 */
export function guardSimulators({
  trustedProxy,
  demoKey,
}: {
  trustedProxy?: string | undefined
  demoKey?: string | undefined
}): MiddlewareHandler {
  const guard = localOnly({ trustedProxy, key: demoKey })
  return async (c, next) => {
    if (demoKey !== undefined && FOR_VISITORS.test(c.req.path)) return next()
    return guard(c, next)
  }
}
