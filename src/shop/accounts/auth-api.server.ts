import { type Context, Hono } from 'hono'
import type { ClientAddress } from '#platform/client-address.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { RateLimit, RateLimits } from '#platform/rate-limits.server.ts'
import type { Site } from '#platform/site.ts'
import { normalEmail } from './account.ts'
import { loginForm } from './account-forms.ts'
import { createGoogleSignIn } from './google-sign-in.server.ts'
import { ADDRESS_HEADER, type Identity, identityCalls } from './identity.server.ts'
import { signInWithinLimits } from './sign-in-limits.server.ts'

const signUps: RateLimit = { name: 'sign-up from', most: 60, seconds: 60 }

/** better-auth's calls under /auth, behind the shop's own limits. */
export function createAuthApi(environment: {
  db: Db
  identity: Identity
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
      const who = { email: await emailIn(request.clone()), address: clientAddress(c) }
      return signInWithinLimits(db, limits, who, () => identity.handler(request))
    })
    .on('POST', identityCalls, ask)
}

/** The identity provider learns the address from a header that nobody but this line sets. */
function withAddress(request: Request, address: string | null): Request {
  const headers = new Headers(request.headers)
  if (address === null) headers.delete(ADDRESS_HEADER)
  else headers.set(ADDRESS_HEADER, address)
  return new Request(request, { headers })
}

/** Whom a login is about; empty for a broken form, which is refused before any password is hashed. */
async function emailIn(request: Request): Promise<string> {
  const form = loginForm.safeParse(await request.json().catch(() => null))
  return form.success ? normalEmail(form.data.email) : ''
}
