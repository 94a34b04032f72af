import type { MiddlewareHandler } from 'hono'
import { isLoopback } from './ip-address.server.ts'

// What watches over a shop asks it by its address; neither says more than whether it is up.
const OPEN_PATHS = ['/healthz', '/readyz']

/**
 * Answers 421 to a request for another host than the public one or this machine itself: a page of
 * elsewhere whose name was made to lead here (DNS rebinding) gets nothing. Ports don't matter.
 * `others` are names by which the shop calls itself.
 */
export function checkHost(publicUrl: string, others: string[] = []): MiddlewareHandler {
  const ours = [new URL(publicUrl).hostname, ...others]
  const isOurs = (host: string) => {
    const hostname = hostnameOf(host)
    return ours.includes(hostname) || isLoopback(hostname)
  }
  // The usual ones are compared once.
  const known = new Set<string>()
  return async (c, next) => {
    // The URL holds the authority of HTTP/2 or of an absolute request line, which may differ.
    const hosts = [c.req.header('Host'), hostIn(c.req.url)].filter((host) => host !== undefined)
    for (const host of hosts) {
      if (known.has(host)) continue
      if (isOurs(host)) {
        if (known.size < 100) known.add(host)
        continue
      }
      if (OPEN_PATHS.includes(c.req.path)) continue
      return c.text(`This shop is at ${publicUrl}. Set PUBLIC_URL if it is to be elsewhere.`, 421)
    }
    await next()
  }
}

function hostIn(url: string): string {
  const start = url.indexOf('//') + 2
  const end = url.indexOf('/', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

function hostnameOf(host: string): string {
  const url = `http://${host}`
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(url) ? new URL(url).hostname : ''
}
