import { isLoopback, readIpAddress } from '#platform/http/ip-address.server.ts'
import { type Admit, limitRequests } from '#platform/http/limits/request-limit.server.ts'
import { pathOf } from '#platform/http/route-properties.server.ts'
import type { Metrics } from '#platform/metrics.server.ts'
import type { Settings } from '#platform/settings/settings.server.ts'
import { createBusyResponse } from './busy-response.server.ts'

// More at once would only make each wait longer for the database.
const REQUESTS = 24
const REQUESTS_PER_NETWORK = 18
// Others wait, because a browser that is refused asks again anyway.
const WAITING = 500
const WAIT_MS = 1_200

/** Decides when a busy shop handles a request; those that would wait too long get 503. */
export function guardAgainstOverload(
  { PUBLIC_URL, TRUSTED_PROXY }: Pick<Settings, 'PUBLIC_URL' | 'TRUSTED_PROXY'>,
  metrics: Metrics,
): Admit {
  const admit = limitRequests({
    most: REQUESTS,
    perNetwork: REQUESTS_PER_NETWORK,
    waiting: WAITING,
    waitMs: WAIT_MS,
    ipAddressOf: (request) => {
      const ipAddress = readIpAddress(request, TRUSTED_PROXY)
      return ipAddress === null || isLoopback(ipAddress) ? null : ipAddress
    },
    refuse: createBusyResponse(PUBLIC_URL, metrics),
  })
  return (request, response, start) =>
    isUnlimited(request.url ?? '') ? start() : admit(request, response, start)
}

const HEALTH_PATHS = ['/healthz', '/readyz', '/metrics']

/**
 * Whether a URL is always answered: health checks, and the simulators, which stand for providers outside of
 * the shop. Those with dots or escapes may become other paths.
 */
export function isUnlimited(url: string): boolean {
  const path = pathOf(url)
  return HEALTH_PATHS.includes(path) || /^\/simulators\/(?!.*(\.\.|%|\\))/.test(path)
}
