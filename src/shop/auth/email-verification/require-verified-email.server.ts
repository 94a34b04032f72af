import type { MiddlewareHandler } from 'hono'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { CallerVariables } from '#shop/auth/access/caller.server.ts'

/** Refuses whoever has not verified their e-mail. Visitors pass: the route itself refuses them. */
export const requireVerifiedEmail: MiddlewareHandler<CallerVariables> = (c, next) => {
  const { caller } = c.var
  if (caller && !caller.emailVerified) {
    const message = 'Please confirm your e-mail first: the link is in the mail that we sent you.'
    throw new HttpRefusal(403, 'email-not-verified', message)
  }
  return next()
}
