import type { IncomingMessage, ServerResponse } from 'node:http'
import { unavailable } from '#platform/http/http-errors.ts'
import { securityHeaders } from '#platform/http/security-headers.server.ts'
import type { Metrics } from '#platform/metrics.server.ts'
import { simplePage } from './page-outage.server.ts'

/** Answers a request 503 with Retry-After, JSON for the API, otherwise a page, and counts it. */
export function createBusyResponse(
  publicUrl: string,
  { counter, countRequest }: Pick<Metrics, 'counter' | 'countRequest'>,
): (request: IncomingMessage, response: ServerResponse) => void {
  const shed = counter('http_requests_shed_total', 'Requests refused because of overload')
  const { status, body, headers } = unavailable('The shop is busy. Please try again.')
  const common = [...securityHeaders(publicUrl), ...Object.entries(headers), ['Cache-Control', 'no-store']]
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
