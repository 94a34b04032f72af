import type { MiddlewareHandler } from 'hono'
import { createIsLocal } from '#platform/http/ip-address.server.ts'
import type { Settings } from '#platform/settings.server.ts'

/** What the browsers of a public demo's visitors need: to pay, and to sign in with the made-up Google. */
const FOR_VISITORS = /^\/simulators\/(stripe\/stripe\.js$|stripe\/v1\/|google\/)/

/**
 * Everybody's reset links are in the simulators' inbox, and their faults break payments: only this
 * machine itself sees them. Others are answered as if there were no such page.
 */
export function guardSimulators(
  settings: Pick<Settings, 'DEMO_PUBLIC' | 'TRUSTED_PROXY'>,
): MiddlewareHandler {
  const isLocal = createIsLocal(settings.TRUSTED_PROXY)
  return async (c, next) => {
    const isOpen = settings.DEMO_PUBLIC && FOR_VISITORS.test(c.req.path)
    if (!isOpen && !isLocal(c)) return c.notFound()
    await next()
  }
}
