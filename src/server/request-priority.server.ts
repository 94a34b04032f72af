import type { IncomingMessage, ServerResponse } from 'node:http'
import { unavailable } from '#platform/http/http-errors.ts'
import {
  createLoadShedding,
  type LoadShedding,
} from '#platform/http/limits/load-shedding.server.ts'
import { pathOf, type RouteTable } from '#platform/http/route-properties.server.ts'
import { securityHeaders } from '#platform/http/security-headers.server.ts'
import type { Metrics } from '#platform/metrics.server.ts'
import type { Settings } from '#platform/settings/settings.server.ts'
import { simplePage } from './page-outage.server.ts'

// The maximum requests in progress before further ones get 503; fewer while responses are slow.
const REQUESTS_IN_PROGRESS = 256

/** Decides which requests an overloaded shop handles, and rejects the others. */
export function guardAgainstOverload(
  { PUBLIC_URL }: Settings,
  metrics: Metrics,
  routes: RouteTable,
): LoadShedding['admit'] {
  const refuse = createBusyResponse(PUBLIC_URL, metrics)
  const priorityOf = ({ method = '', url = '' }: IncomingMessage) =>
    routes(method, pathOf(url)).priority ?? 'ordinary'
  return createLoadShedding({ most: REQUESTS_IN_PROGRESS, priorityOf, refuse }).admit
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
