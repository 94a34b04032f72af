import type { MiddlewareHandler } from 'hono'
import { routesWith } from '#platform/http/api/public-route.server.ts'
import { refuseAuth } from '#shop/auth/auth-refusals.server.ts'
import type { AuditContext, Caller, CallerVariables } from './caller.server.ts'

// A guard narrows the caller, which `identifyCaller` may have set to null.
type KnownCaller = { Variables: { caller: Caller; audit: AuditContext } }

const forUsers: MiddlewareHandler<KnownCaller> = (c, next) => {
  if (!c.var.caller) throw refuseAuth({ refused: 'not-signed-in' })
  return next()
}

const forVerifiedUsers: MiddlewareHandler<KnownCaller> = (c, next) => {
  if (c.var.caller?.lacksVerifiedEmail) throw refuseAuth({ refused: 'order-without-verified-email' })
  return forUsers(c, next)
}

const forAdmins: MiddlewareHandler<KnownCaller> = (c, next) => {
  const { caller } = c.var
  if (!caller) throw refuseAuth({ refused: 'not-signed-in' })
  if (caller.lacksSecondFactor) throw refuseAuth({ refused: 'second-factor-required' })
  if (caller.role !== 'admin') throw refuseAuth({ refused: 'not-allowed' })
  return next()
}

/**
 * A route for signed-in users, with the user in `c.var.caller` and `c.var.audit`. Rejects anonymous
 * requests before parsing the body.
 */
export const userRoute = routesWith('user', forUsers)

/** The same for users with a verified e-mail, if the shop requires that. */
export const verifiedUserRoute = routesWith('user', forVerifiedUsers)

/**
 * A route for admins, with the admin in `c.var.caller` and `c.var.audit`. Rejects all others before
 * parsing the body.
 */
export const adminRoute = routesWith('admin', forAdmins)

/** A route whose body determines whether it takes the access token or the session cookie; the handler checks it. */
export const tokenOrSessionRoute = routesWith<CallerVariables>('user', (_, next) => next(), {
  security: [{ accessToken: [] }, { session: [] }],
})
