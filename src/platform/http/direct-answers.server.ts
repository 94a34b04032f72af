import type { IncomingHttpHeaders } from 'node:http'
import type { Metrics } from '#platform/metrics.server.ts'
import type { DirectAnswers } from './listen.server.ts'
import { type ReadyAnswer, sendReady } from './ready-answer.server.ts'

/**
 * Sends what is ready in memory past Hono, routing and the Fetch API's objects, which would take
 * four fifths of the time. Everything else, and every odd request, goes the whole way.
 */
export function createDirectAnswers({
  isOurHost,
  isAnonymous,
  findFile,
  findAnswer,
  countRequest,
}: {
  isOurHost: (host: string) => boolean
  isAnonymous: (headers: IncomingHttpHeaders) => boolean
  findFile: (path: string, acceptEncoding: string | undefined) => ReadyAnswer | undefined
  findAnswer: (url: string, acceptEncoding: string | undefined) => ReadyAnswer | undefined
  countRequest: Metrics['countRequest']
}): DirectAnswers {
  return (request, response) => {
    const { method, url = '', headers } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    // An absolute request line names a host of its own.
    if (!url.startsWith('/') || !headers.host || !isOurHost(headers.host)) return false
    const started = performance.now()
    const accepted = headers['accept-encoding']
    const acceptEncoding = typeof accepted === 'string' ? accepted : undefined
    // A part of a file is read from the disk.
    const file = headers.range === undefined ? findFile(pathOf(url), acceptEncoding) : undefined
    const ready = file ?? (isAnonymous(headers) ? findAnswer(url, acceptEncoding) : undefined)
    if (!ready) return false
    countRequest(method, url, sendReady(ready, request, response), started)
    return true
  }
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
