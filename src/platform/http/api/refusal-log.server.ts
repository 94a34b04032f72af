import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { ClientIpAddress } from '#platform/http/ip-address.server.ts'
import type { Log } from '#platform/log.server.ts'

/**
 * Logs 403, 429 and failed logins; expired access tokens are routine. The route is logged instead of
 * the path, which may contain an e-mail.
 */
export function logRefusals(log: Log, clientIpAddress: ClientIpAddress): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { status } = c.res
    const route = routePath(c, -1)
    const isLogin = status === 401 && c.req.method === 'POST' && c.req.path.includes('/auth/')
    if (status !== 403 && status !== 429 && !isLogin) return
    const { method } = c.req
    log.info({ status, method, route, user: callerOf(c), ip: clientIpAddress(c) }, 'Refused')
  }
}

function callerOf(c: Context): string | undefined {
  const caller: unknown = c.get('caller')
  return typeof caller === 'object' && caller !== null && 'id' in caller ? String(caller.id) : undefined
}
