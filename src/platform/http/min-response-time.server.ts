import { setTimeout } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'

/** Answers no sooner than after this time, so that how long the work took tells nobody anything. */
export function minResponseTime(milliseconds: number): MiddlewareHandler {
  return async (_, next) => {
    const pause = setTimeout(milliseconds)
    await next()
    await pause
  }
}
