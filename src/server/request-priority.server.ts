import type { IncomingMessage, ServerResponse } from 'node:http'
import { unavailable } from '#platform/http/http-errors.ts'
import {
  createLoadShedding,
  type LoadShedding,
  type Priority,
} from '#platform/http/limits/load-shedding.server.ts'
import { securityHeaders } from '#platform/http/security-headers.server.ts'
import type { Metrics } from '#platform/metrics.server.ts'
import type { Settings } from '#platform/settings.server.ts'
import { simplePage } from './page-outage.server.ts'

// Before further ones get 503; fewer while responses are slow.
const REQUESTS_IN_PROGRESS = 256
const EXEMPT = /^\/(healthz|readyz|metrics)$/
// Signing in, paying and cancelling, with the messages of the provider; also those of simulated ones.
const HIGH = /^\/(api\/(auth\/|payments\b|purchase\/)|simulators\/)/
// Their pages, whether loaded as documents or as data: cached for visitors, but not for others.
const HIGH_PAGE = /^\/(login|signed-in|dashboard\/(orders\/payment|payments)\/[^/]+)(\.data)?\/?$/i
const ORDER = /^\/api\/orders\/[^/]+$/
// A user's own token, with which the browser makes all other calls for 15 minutes.
const TOKEN = /^\/api\/users\/[^/]+$/

/** Decides which requests the shop handles when it is overloaded, and answers the others. */
export function guardAgainstOverload(
  { PUBLIC_URL }: Settings,
  metrics: Metrics,
): LoadShedding['admit'] {
  const refuse = createBusyResponse(PUBLIC_URL, metrics)
  return createLoadShedding({ most: REQUESTS_IN_PROGRESS, priorityOf, refuse }).admit
}

/** Which requests go first when the shop is overloaded: those of a purchase that is under way. */
export function priorityOf({
  method,
  url = '',
}: Pick<IncomingMessage, 'method' | 'url'>): Priority {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (EXEMPT.test(path)) return 'exempt'
  if (method === 'PUT' && TOKEN.test(path)) return 'high'
  if (method === 'DELETE' && ORDER.test(path)) return 'high'
  return HIGH.test(path) || HIGH_PAGE.test(path) ? 'high' : 'ordinary'
}

/** Answers a request 503 with Retry-After, JSON for the API, otherwise a page, and counts it. */
export function createBusyResponse(
  publicUrl: string,
  { counter, countRequest }: Pick<Metrics, 'counter' | 'countRequest'>,
): (request: IncomingMessage, response: ServerResponse) => void {
  const shed = counter('http_requests_shed_total', 'Requests refused because of overload')
  const { status, body, headers } = unavailable('The shop is busy. Please try again.')
  const common = [
    ...securityHeaders(publicUrl),
    ...Object.entries(headers),
    ['Cache-Control', 'no-store'],
  ]
  const json = ready(JSON.stringify(body), 'application/json', common)
  const page = ready(simplePage(body.message), 'text/html; charset=utf-8', common)
  return ({ method = '', url = '' }, response) => {
    const { text, rawHeaders } = url.startsWith('/api/') ? json : page
    response.writeHead(status, rawHeaders)
    response.end(method === 'HEAD' ? undefined : text)
    shed.inc()
    countRequest(method, url, status, performance.now())
  }
}

function ready(text: string, contentType: string, headers: string[][]) {
  const own = ['Content-Type', contentType, 'Content-Length', `${Buffer.byteLength(text)}`]
  return { text, rawHeaders: [...headers.flat(), ...own] }
}
