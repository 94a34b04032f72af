import type { MiddlewareHandler } from 'hono'
import { isLoopback } from './ip-address.server.ts'

// What watches over a shop asks it by its address; neither says more than whether it is up.
const OPEN_PATHS = ['/healthz', '/readyz']

/** Whether a Host header names the public host, this machine or one of `others`. */
export function createIsOurHost(
  publicUrl: string,
  others: string[] = [],
): (host: string) => boolean {
  const ours = [new URL(publicUrl).hostname, ...others]
  // The usual ones are compared once.
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
 * Answers 421 to a request for another host than the public one or this machine itself: a page of
 * elsewhere whose name was made to lead here (DNS rebinding) gets nothing. Ports don't matter.
 * `others` are names by which the shop calls itself.
 */
export function checkHost(publicUrl: string, others: string[] = []): MiddlewareHandler {
  const isOurs = createIsOurHost(publicUrl, others)
  return async (c, next) => {
    // The URL holds the authority of HTTP/2 or of an absolute request line, which may differ.
    const hosts = [c.req.header('Host'), hostIn(c.req.url)].filter((host) => host !== undefined)
    for (const host of hosts) {
      if (isOurs(host) || OPEN_PATHS.includes(c.req.path)) continue
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
