import type { Auth } from 'better-auth'
import { Hono } from 'hono'
import { href } from 'react-router'
import type { ClientIpAddress } from '#platform/http/ip-address.server.ts'
import type { RateLimit, RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { withQuery } from '#platform/http/query.ts'
import type { Site } from '#platform/http/site.ts'
import { loginPath, safeReturnPath } from '#shop/auth/auth.ts'
import { refuseAuth } from '#shop/auth/auth-refusals.server.ts'

const starts: RateLimit = { name: 'google sign-in from', most: 60, seconds: 60 }

/**
 * Starts a sign-in with Google: a plain form posts to `/auth/sign-in/google`, so that it works
 * before scripts load. Google redirects to better-auth's callback.
 */
export function createGoogleSignIn(environment: {
  auth: Auth
  limits: RateLimits
  clientIpAddress: ClientIpAddress
  site: Site
  trustedOrigins: string[]
}): Hono {
  const { auth, limits, clientIpAddress } = environment
  const { publicUrl } = environment.site
  const ownOrigins = [new URL(publicUrl).origin, ...environment.trustedOrigins]
  const app = new Hono()
  app.post('/auth/sign-in/google', async (c) => {
    if (!ownOrigins.includes(c.req.header('Origin') ?? '')) {
      throw refuseAuth({ refused: 'foreign-origin' })
    }
    await limits.countRequest(starts, clientIpAddress(c))
    const { from } = await c.req.parseBody().catch(() => {
      throw refuseAuth({ refused: 'no-form' })
    })
    const origin = safeReturnPath(typeof from === 'string' ? from : null)
    const answer = await auth.api.signInSocial({
      body: {
        provider: 'google',
        callbackURL: publicUrl + withQuery(href('/signed-in'), { from: origin }),
        errorCallbackURL: publicUrl + loginPath(origin),
      },
      headers: c.req.raw.headers,
      asResponse: true,
    })
    const googlePage = answer.headers.get('Location')
    for (const cookie of answer.headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true })
    return c.redirect(googlePage ?? publicUrl + loginPath(origin, { error: 'unreachable' }), 303)
  })
  return app
}
