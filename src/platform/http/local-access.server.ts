import type { Context, MiddlewareHandler } from 'hono'
import { auth } from 'hono/utils/basic-auth'
import { timingSafeEqual } from 'hono/utils/buffer'
import { hostnameOf } from './check-host.server.ts'
import { createIsLocal, isLoopback } from './ip-address.server.ts'

export const KEY_USER = 'demo'

/**
 * Restricts routes to direct requests from this machine; others get 404. With `key`, the Host must be a
 * loopback name too and the key the password of HTTP's basic authentication, because a proxy on this
 * machine that adds no headers looks like a direct request.
 */
export function localOnly({
  trustedProxy,
  key,
}: {
  trustedProxy?: string | undefined
  key?: string | undefined
}): MiddlewareHandler {
  const isLocal = createIsLocal(trustedProxy)
  return async (c, next) => {
    if (!isLocal(c)) return c.notFound()
    if (key === undefined) return next()
    if (!hasLoopbackHost(c)) return c.notFound()
    const sent = auth(c.req.raw)?.password ?? ''
    if (await timingSafeEqual(sent, key)) return next()
    const headers = { 'WWW-Authenticate': 'Basic realm="demo"' }
    return c.text('The key is in what the shop printed at its start.', 401, headers)
  }
}

export function hasLoopbackHost(c: Context): boolean {
  const hosts = [hostnameOf(c.req.header('Host') ?? ''), new URL(c.req.url).hostname]
  return hosts.every(isLoopback)
}
