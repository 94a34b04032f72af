/** A GET request whose head is up to 16 KB, as one can type it into a socket. */
export type CostlyRequest = { name: string; target: string; headers: string }

/** The longest head that the shop reads, with room for what every request has. */
const LONGEST = 15_000
/** The longest query that is not refused at once. */
const QUERY = 8_000

const PATHS = {
  segments: fill('/x', LONGEST),
  'allowed segments': fill('/x', 32),
  'long segments': fill(`/${'x'.repeat(119)}`, 1_920),
  slashes: fill('/', LONGEST),
  backslashes: `/${fill('x\\', LONGEST)}`,
  'one segment': `/${fill('x', LONGEST)}`,
  'allowed bytes': `/${fill('x', 2_000)}`,
  escapes: `/${fill('%41', 2_000)}`,
  'broken escapes': `/${fill('%C3', 2_000)}`,
  'escaped slashes': `/${fill('x%2F', 2_000)}`,
  'dot segments': fill('/..', LONGEST),
  'another origin': `http://localhost${fill('/x', LONGEST)}`,
}

const FOLDERS = ['/media', '/assets', '/api', '/simulators', '/dashboard', '/tools', '/blogs']
const DATA = ['/_root.data', '/purchase.data', '/__manifest']

const PAGES = ['/', '/nowhere', '/purchase', '/purchase.data', '/api/products/search', '/compare']
const QUERIES = {
  'unknown parameters': numbered('z', LONGEST),
  'allowed unknown parameters': numbered('z', 45 * 9),
  specifications: numbered('spec.a', LONGEST),
  'allowed specifications': numbered('spec.a', 45 * 14),
  'the same specification': fill('spec.a=1&', 45 * 9),
  'values of a specification': `spec.a=${fill('x,', QUERY)}`,
  'a range': `spec.a=${fill('1..', QUERY)}`,
  ampersands: fill('&', LONGEST),
  words: `q=${fill('ab+', QUERY)}`,
  'unknown words': `q=${Array.from({ length: 12 }, (_, index) => fill('abcdefghijklmnop'.slice(index), 15).padEnd(15, 'b')).join('+')}`,
  letters: `q=${fill('x', QUERY)}`,
  categories: `category=${fill('a,', QUERY)}`,
  page: `page=${fill('9', QUERY)}`,
  ids: `ids=${fill('a,', QUERY)}`,
  routes: `_routes=${fill('root,', QUERY)}`,
  escapes: `q=${fill('%26', QUERY)}`,
}

const OTHERS = [
  `/login?from=/${fill('x', QUERY)}`,
  `/login?from=${fill('/x', QUERY)}`,
  `/login?from=${fill('%2Fx', QUERY)}`,
]

/** The queries for the routes of links; any but the real version is answered at once. */
const manifestQueries = (version: string) => {
  const two = Array.from({ length: 2_400 }, (_, index) => `${index.toString(36).padStart(2, 'a')}`)
  const long = Array.from({ length: 250 }, (_, index) => `${fill('/x', 20)}/${index}`)
  const paths = [fill('/x', 7_000), fill('/x,', 7_000), two.join(), two.slice(0, 250).join(), long.join()]
  return paths.map((paths) => `/__manifest?version=${version}&paths=${paths}`)
}

const HEADERS = {
  cookies: `Cookie: ${numbered('a', LONGEST).replaceAll('&', '; ')}`,
  semicolons: `Cookie: ${fill(';', LONGEST)}`,
  'a session cookie': `Cookie: better-auth.session_token=${fill('x', LONGEST)}`,
  'many session cookies': `Cookie: ${fill('better-auth.session_token=x.y; ', LONGEST)}`,
  encodings: `Accept-Encoding: ${fill('a;q=0.1,', LONGEST)}`,
  languages: `Accept-Language: ${fill('de;q=0.1,', LONGEST)}`,
  accept: `Accept: ${fill('text/html,', LONGEST)}`,
  etags: `If-None-Match: ${fill('"a",', LONGEST)}`,
  ranges: `Range: bytes=${fill('0-1,', LONGEST)}`,
  token: `Authorization: Bearer ${fill('a.', LONGEST)}`,
  forwarded: `X-Forwarded-For: ${fill('1.1.1.1,', LONGEST)}`,
  origin: `Origin: http://${fill('a.', LONGEST)}`,
  'many headers': Array.from({ length: 1_500 }, (_, index) => `X${index}: 1`).join('\r\n'),
}

/**
 * A request line or header of every kind whose work might grow faster than its length. `version` is that
 * of the built pages.
 */
export const costlyRequests = (version: string): CostlyRequest[] => [
  ...Object.entries(PATHS).map(([name, target]) => lineOf(`path of ${name}`, target)),
  ...[...FOLDERS, ...DATA].map((folder) => {
    return lineOf(`segments under ${folder}`, folder + fill('/x', LONGEST))
  }),
  ...PAGES.flatMap((page) =>
    Object.entries(QUERIES).map(([name, query]) => lineOf(`${page}, ${name}`, `${page}?${query}`)),
  ),
  ...[...OTHERS, ...manifestQueries(version)].map((target) => lineOf(target.slice(0, 50), target)),
  ...['/nowhere', '/', '/api/products?size=10&page=0', '/favicon.ico'].flatMap((target) =>
    Object.entries(HEADERS).map(([name, headers]) => ({
      name: `${target} with ${name}`,
      target,
      headers,
    })),
  ),
]

function lineOf(name: string, target: string): CostlyRequest {
  return { name, target, headers: 'Accept: */*' }
}

function fill(text: string, bytes: number): string {
  return text.repeat(Math.floor(bytes / text.length))
}

function numbered(name: string, bytes: number): string {
  const count = Math.floor(bytes / (name.length + 8))
  return Array.from({ length: count }, (_, index) => `${name}${index}=${index}`).join('&')
}
