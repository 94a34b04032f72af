import type { DirectResponses } from '#platform/http/listen/listen.server.ts'
import { securityHeaders } from '#platform/http/security-headers.server.ts'
import type { Metrics } from '#platform/metrics.server.ts'

const MAX_SEGMENTS = 16
/** Fits an e-mail address of 254 characters whose every byte is percent-encoded, twice. */
const MAX_PATH_BYTES = 2_048
/** Fits the 7,680 bytes to which React Router limits its requests for the routes of links. */
const MAX_QUERY_BYTES = 8_192
/** Each filter of a search adds to its page. */
const MAX_PARAMETERS = 50
/** Fits the links of the longest page; each path takes the time of a navigation. */
const MAX_DISCOVERED_PATHS = 250
/** The path at which browsers ask React Router for the routes of links. */
const MANIFEST = '__manifest'

const ORIGIN = /^https?:\/\/[^/?]*/i
const API = /^\/api([/\\]|$)/
const DOT_SEGMENT = /[/\\](\.|%2e){1,2}([/\\]|$)/i

type Refusal = { status: 400 | 404; code: string; message: string }

const refusals = {
  'long-path': { status: 404, code: 'not-found', message: 'Not found.' },
  'dot-segments': { status: 400, code: 'malformed', message: 'The path contains dot segments.' },
  nul: { status: 400, code: 'malformed', message: 'The URL contains a NUL character.' },
  'long-query': { status: 400, code: 'malformed', message: 'The query is too long.' },
} satisfies Record<string, Refusal>

/**
 * Returns why a request's URL is refused. The work of routers grows with the square of the number of
 * segments and parameters, so one long request line would block the process for seconds. Paths below
 * /api stay there, although URLs drop dot segments.
 */
export function checkRequestLine(url: string): keyof typeof refusals | undefined {
  const target = url.replace(ORIGIN, '')
  const query = target.indexOf('?')
  const path = query < 0 ? target : target.slice(0, query)
  if (target.includes('%00')) return 'nul'
  if (path.length > MAX_PATH_BYTES) return 'long-path'
  if (countOf(/[/\\]/g, path) > MAX_SEGMENTS) return 'long-path'
  if (API.test(path) && DOT_SEGMENT.test(path)) return 'dot-segments'
  if (target.length - path.length > MAX_QUERY_BYTES + 1) return 'long-query'
  if (countOf(/&/g, target) >= MAX_PARAMETERS) return 'long-query'
  if (path.includes(MANIFEST) && asksForTooMany(target.slice(query + 1))) return 'long-query'
}

/** Whether a query names more paths, or longer ones, than the links of a page. */
function asksForTooMany(query: string): boolean {
  const paths = (new URLSearchParams(query).get('paths') ?? '').split(',')
  return paths.length > MAX_DISCOVERED_PATHS || paths.some((path) => countOf(/[/\\]/g, path) > MAX_SEGMENTS)
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0
}

/** Answers refused request lines before any router sees them: JSON below /api, otherwise plain text. */
export function createRequestLineLimit(
  publicUrl: string,
  countRequest: Metrics['countRequest'],
): DirectResponses {
  const common = [...securityHeaders(publicUrl), ['Cache-Control', 'no-store']].flat()
  return ({ method = '', url = '' }, response) => {
    const refused = checkRequestLine(url)
    if (!refused) return false
    const { status, ...body } = refusals[refused]
    const isApi = API.test(url.replace(ORIGIN, '').split('?', 1)[0] ?? '')
    const text = isApi ? JSON.stringify(body) : body.message
    const type = isApi ? 'application/json' : 'text/plain; charset=utf-8'
    // The rest of the request, such as its body, is discarded.
    const own = ['Content-Type', type, 'Content-Length', `${text.length}`, 'Connection', 'close']
    response.writeHead(status, [...common, ...own])
    response.end(method === 'HEAD' ? undefined : text)
    countRequest(method, isApi ? '/api' : '/', status, performance.now())
    return true
  }
}
