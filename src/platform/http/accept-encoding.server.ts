import type { MiddlewareHandler } from 'hono'

const KNOWN = ['br', 'gzip', 'deflate']

/** The encodings that a client takes, by its Accept-Encoding; `q=0` says which it refuses. */
export function acceptedEncodings(header: string): string[] {
  const wishes = new Map(
    header.split(',').map((wish) => {
      const [name = '', ...parameters] = wish.toLowerCase().split(';')
      const q = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='))
      return [name.trim(), q === undefined ? 1 : Number(q.slice(2))]
    }),
  )
  const others = wishes.get('*') ?? 0
  return KNOWN.filter((name) => (wishes.get(name) ?? others) > 0)
}

/** The encodings in which cached answers come. */
export type Encoding = 'br' | 'gzip'

const MOST_REMEMBERED = 100
const remembered = new Map<string, Encoding | null>()

/** The best encoding for a client that sends this Accept-Encoding; null for none. */
export function bestEncoding(header: string | undefined): Encoding | null {
  if (!header) return null
  const known = remembered.get(header)
  if (known !== undefined) return known
  const accepted = acceptedEncodings(header)
  const best = (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? null
  // Browsers send few different ones.
  if (remembered.size < MOST_REMEMBERED) remembered.set(header, best)
  return best
}

/** Says it plainly to all that looks at the header later: most of it only looks for names. */
export const plainAcceptEncoding: MiddlewareHandler = (c, next) => {
  const header = c.req.header('Accept-Encoding')
  if (header && /[;*]/.test(header)) {
    const request = new Request(c.req.raw)
    request.headers.set('Accept-Encoding', acceptedEncodings(header).join(', '))
    c.req.raw = request
  }
  return next()
}
