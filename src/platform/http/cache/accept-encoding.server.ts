import type { MiddlewareHandler } from 'hono'
import { parseAccept } from 'hono/utils/accept'

const KNOWN = ['br', 'gzip', 'deflate']

/** The known encodings that an Accept-Encoding header accepts; `q=0` excludes one (RFC 9110, 12.5.3). */
function acceptedEncodings(header: string): string[] {
  const preferences = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]))
  const others = preferences.get('*') ?? 0
  return KNOWN.filter((name) => (preferences.get(name) ?? others) > 0)
}

export type Encoding = 'br' | 'gzip'

const MAX_REMEMBERED = 100
const remembered = new Map<string, Encoding | null>()

/** The best encoding for a client that sends this Accept-Encoding; null for none. */
export function bestEncoding(header: string | undefined): Encoding | null {
  if (!header) return null
  const known = remembered.get(header)
  if (known !== undefined) return known
  const accepted = acceptedEncodings(header)
  const best = (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? null
  // Browsers send few distinct values, so a small map is enough.
  if (remembered.size < MAX_REMEMBERED) remembered.set(header, best)
  return best
}

/** Rewrites Accept-Encoding to a plain list of names: Hono's middleware ignores weights and `*`. */
export const plainAcceptEncoding: MiddlewareHandler = (c, next) => {
  const header = c.req.header('Accept-Encoding')
  if (header && /[;*]/.test(header)) {
    const request = new Request(c.req.raw)
    request.headers.set('Accept-Encoding', acceptedEncodings(header).join(', '))
    c.req.raw = request
  }
  return next()
}
