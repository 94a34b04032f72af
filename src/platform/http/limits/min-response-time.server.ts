import { setTimeout } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'

/** Pads the response time to at least this duration, so that timing reveals nothing. */
export function minResponseTime(milliseconds: number): MiddlewareHandler {
  return async (_, next) => {
    const minimum = setTimeout(milliseconds)
    await next()
    await minimum
  }
}
