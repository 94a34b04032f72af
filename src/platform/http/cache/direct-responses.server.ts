import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { DirectResponses, SharedRendering } from '#platform/http/listen/listen.server.ts'
import { pathOf } from '#platform/http/route-properties.server.ts'
import type { Metrics } from '#platform/metrics.server.ts'
import { type ReadyResponse, sendReady } from './ready-response.server.ts'

type Rules = {
  isOurHost: (host: string) => boolean
  isAnonymous: (headers: IncomingHttpHeaders) => boolean
}

/** Lets visitors wait for a response that is being rendered, so that all of them count as one. */
export function createSharedRendering({
  findPending,
  ...rules
}: Rules & {
  findPending: (url: string, acceptEncoding: string | undefined) => Promise<unknown> | undefined
}): SharedRendering {
  return (request) =>
    isPlainRead(request, rules) && rules.isAnonymous(request.headers)
      ? findPending(request.url ?? '', acceptEncodingOf(request))
      : undefined
}

function isPlainRead({ method, url = '', headers }: IncomingMessage, { isOurHost }: Rules) {
  if (method !== 'GET' && method !== 'HEAD') return false
  // An absolute request line contains a host that needs its own check.
  return url.startsWith('/') && headers.host !== undefined && isOurHost(headers.host)
}

function acceptEncodingOf({ headers }: IncomingMessage): string | undefined {
  const accepted = headers['accept-encoding']
  return typeof accepted === 'string' ? accepted : undefined
}

/**
 * Sends responses that are ready in memory without Hono, routing and the Fetch API's objects, which
 * take four fifths of the time. Returns false for all other requests, which then go through Hono.
 */
export function createDirectResponses({
  findFile,
  findCached,
  countRequest,
  ...rules
}: Rules & {
  findFile: (path: string, acceptEncoding: string | undefined) => ReadyResponse | undefined
  findCached: (url: string, acceptEncoding: string | undefined) => ReadyResponse | undefined
  countRequest: Metrics['countRequest']
}): DirectResponses {
  return (request, response) => {
    if (!isPlainRead(request, rules)) return false
    const { method = '', url = '', headers } = request
    const started = performance.now()
    const acceptEncoding = acceptEncodingOf(request)
    // Range requests are served from the disk.
    const file = headers.range === undefined ? findFile(pathOf(url), acceptEncoding) : undefined
    const ready = file ?? (rules.isAnonymous(headers) ? findCached(url, acceptEncoding) : undefined)
    if (!ready) return false
    countRequest(method, url, sendReady(ready, request, response), started)
    return true
  }
}
