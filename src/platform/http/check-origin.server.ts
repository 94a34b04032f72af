import type { MiddlewareHandler } from 'hono'
import type { RefusalBody } from './http-errors.ts'

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']
const REFUSED: RefusalBody = {
  code: 'foreign-origin',
  message: 'This request comes from another site.',
}

/**
 * Responds 403 to state changes that a page of another site sends, before anything is read, counted or
 * looked up. Requests without an Origin do not come from a browser's page. The Host is checked before.
 */
export function checkOrigin(publicUrl: string, others: string[]): MiddlewareHandler {
  const ours = [publicUrl, ...others].map((url) => new URL(url).origin)
  return async (c, next) => {
    const origin = c.req.header('Origin')
    if (SAFE_METHODS.includes(c.req.method) || origin === undefined || ours.includes(origin)) return next()
    // A page without a referrer sends the origin `null`, to its own site too.
    if (origin === 'null' && c.req.header('Sec-Fetch-Site') === 'same-origin') return next()
    if (hostOf(origin) === new URL(c.req.url).host) return next()
    if (c.req.path.startsWith('/api/')) return c.json(REFUSED, 403)
    return c.text(REFUSED.message, 403)
  }
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}
