import type { MiddlewareHandler } from 'hono'
import { isLoopback } from './ip-address.server.ts'
import { securityHeaders } from './security-headers.server.ts'

// Health checks often use the IP address as the host. These paths reveal only whether the shop is up.
const HEALTH_PATHS = ['/healthz', '/readyz']

/** Returns a check whether a Host header names the public host, loopback or one of `others`. */
export function createIsOurHost(publicUrl: string, others: string[] = []): (host: string) => boolean {
  const ours = [new URL(publicUrl).hostname, ...others]
  // Remembers accepted hosts, because this runs on every request.
  const known = new Set<string>()
  return (host) => {
    if (known.has(host)) return true
    const hostname = hostnameOf(host)
    const isOurs = ours.includes(hostname) || isLoopback(hostname)
    if (isOurs && known.size < 100) known.add(host)
    return isOurs
  }
}

/**
 * Responds 421 to requests for any host but the public one, loopback and `others`, which prevents
 * DNS rebinding. Ports are ignored.
 */
export function checkHost(publicUrl: string, others: string[] = []): MiddlewareHandler {
  const isOurs = createIsOurHost(publicUrl, others)
  const headers = Object.fromEntries(securityHeaders(publicUrl))
  return async (c, next) => {
    // With an absolute request line, the URL's host may differ from the Host header.
    const hosts = [c.req.header('Host'), hostIn(c.req.url)].filter((host) => host !== undefined)
    for (const host of hosts) {
      if (isOurs(host) || HEALTH_PATHS.includes(c.req.path)) continue
      const text = `This shop is at ${publicUrl}. To serve another host, set PUBLIC_URL.`
      return c.text(text, 421, headers)
    }
    await next()
  }
}

function hostIn(url: string): string {
  const start = url.indexOf('//') + 2
  const end = url.indexOf('/', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

/** The host name in a Host header, without the port; empty if it is malformed. */
export function hostnameOf(host: string): string {
  const url = `http://${host}`
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(url) ? new URL(url).hostname : ''
}
