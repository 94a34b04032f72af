import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { normalEmail } from '#platform/email.ts'
import { tooMany } from '#platform/http/http-errors.ts'
import type { ClientAddress } from '#platform/http/ip-address.server.ts'
import { minResponseTime } from '#platform/http/min-response-time.server.ts'
import type { RateLimit, RateLimits } from '#platform/http/rate-limits.server.ts'
import type { Site } from '#platform/http/site.ts'
import { createGoogleSignIn } from '#shop/auth/google/google-sign-in.server.ts'
import { type Auth, authRoutes } from './auth.server.ts'
import { loginForm, resetRequestForm } from './auth-forms.ts'
import { ADDRESS_HEADER } from './ip-address-header.server.ts'
import { signInWithinLimits } from './sign-in-limits.server.ts'

const signUps: RateLimit = { name: 'sign-up from', most: 60, seconds: 60 }
const resetsFrom: RateLimit = { name: 'reset link from', most: 60, seconds: 60 }
// Nobody's mailbox is flooded; the links that were sent before still work.
const resetsFor: RateLimit = { name: 'reset link for', most: 5, seconds: 600 }
// Longer than noting a mail takes, which only a known address needs.
const RESET_ANSWER_MS = 250

/** better-auth's calls under /auth, behind the shop's own limits. */
export function createAuthApi(environment: {
  db: Db
  identity: Auth
  limits: RateLimits
  clientAddress: ClientAddress
  site: Site
  trustedOrigins: string[]
}) {
  const { db, identity, limits, clientAddress } = environment
  const requestOf = (c: Context) => withAddress(c.req.raw, clientAddress(c))
  const ask = (c: Context) => identity.handler(requestOf(c))
  const app = new Hono()
  if (environment.site.offersGoogle) {
    app.route('/', createGoogleSignIn(environment))
    app.get('/auth/callback/google', ask)
  }
  return app
    .get('/auth/get-session', ask)
    .post('/auth/sign-up/email', async (c) => {
      await limits.countRequest(signUps, clientAddress(c))
      return ask(c)
    })
    .post('/auth/sign-in/email', async (c) => {
      const request = requestOf(c)
      const who = { email: await emailIn(request.clone(), loginForm), address: clientAddress(c) }
      return signInWithinLimits(db, limits, who, () => identity.handler(request))
    })
    .post('/auth/request-password-reset', minResponseTime(RESET_ANSWER_MS), async (c) => {
      const request = requestOf(c)
      await limits.countRequest(resetsFrom, clientAddress(c))
      const email = await emailIn(request.clone(), resetRequestForm)
      const seconds = email === '' ? null : await limits.count(resetsFor, email)
      if (seconds !== null) throw tooMany(seconds)
      return identity.handler(request)
    })
    .on('POST', authRoutes, ask)
}

/** The identity provider learns the address from a header that nobody but this line sets. */
function withAddress(request: Request, address: string | null): Request {
  const headers = new Headers(request.headers)
  if (address === null) headers.delete(ADDRESS_HEADER)
  else headers.set(ADDRESS_HEADER, address)
  return new Request(request, { headers })
}

/** Whom a call is about; empty for a broken form, which is refused before any work is done. */
async function emailIn(request: Request, form: z.ZodType<{ email: string }>): Promise<string> {
  const read = form.safeParse(await request.json().catch(() => null))
  return read.success ? normalEmail(read.data.email) : ''
}
