import type { MiddlewareHandler } from 'hono'

/** For whatever is no page: should a browser ever render it, nothing in it runs or loads. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * The security headers of every answer, as a list that is made once. A page brings a
 * Content-Security-Policy of its own; HSTS is announced by a shop whose public address is https.
 */
export function securityHeaders(publicUrl: string): [string, string][] {
  const headers: [string, string][] = [
    ['Content-Security-Policy', NOTHING],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ]
  if (publicUrl.startsWith('https:')) {
    headers.push(['Strict-Transport-Security', 'max-age=31536000'])
  }
  return headers
}

/** Adds `headers` to every answer that does not set them itself. */
export function addHeaders(headers: [string, string][]): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const sent = c.res.headers
    for (const [name, value] of headers) if (!sent.has(name)) sent.set(name, value)
  }
}
