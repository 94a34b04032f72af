import type { MiddlewareHandler } from 'hono'

/** The policy for responses other than pages: if a browser renders one, nothing runs or loads. */
const DENY_ALL = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * The security headers of every response. Pages set their own Content-Security-Policy; HSTS is
 * included when the public URL is https, for its subdomains too.
 */
export function securityHeaders(publicUrl: string): [string, string][] {
  return [
    ['Content-Security-Policy', DENY_ALL],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ...subresourceHeaders(publicUrl),
  ]
}

/**
 * The security headers of a built file. Scripts, styles and fonts never become a document, and the
 * shop starts no workers, so the policies of documents would only cost bytes, about 300 for each of
 * the files of a page.
 */
export function builtFileHeaders(publicUrl: string): (path: string) => [string, string][] {
  const document = securityHeaders(publicUrl)
  const subresource = subresourceHeaders(publicUrl)
  return (path) => (/\.(js|css|woff2)$/.test(path) ? subresource : document)
}

function subresourceHeaders(publicUrl: string): [string, string][] {
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ]
  if (publicUrl.startsWith('https:')) {
    headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  }
  return headers
}

/** Adds `headers` to every response that does not set them itself. */
export function addHeaders(headers: [string, string][]): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const sent = c.res.headers
    for (const [name, value] of headers) if (!sent.has(name)) sent.set(name, value)
  }
}
