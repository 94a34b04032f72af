import type { MiddlewareHandler } from 'hono'
import type { CallerVariables } from '#shop/auth/access/caller.server.ts'
import { refuseAuth } from '#shop/auth/auth-refusals.server.ts'

/** Refuses callers with an unverified e-mail. Visitors pass: the route itself refuses them. */
export const requireVerifiedEmail: MiddlewareHandler<CallerVariables> = (c, next) => {
  const { caller } = c.var
  if (caller && !caller.emailVerified) {
    throw refuseAuth({ refused: 'order-without-verified-email' })
  }
  return next()
}
