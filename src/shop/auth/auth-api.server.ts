import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { normalEmail } from '#platform/email.ts'
import { type RefusalBody, tooManyRequests } from '#platform/http/http-errors.ts'
import { type ClientIpAddress, networkOf } from '#platform/http/ip-address.server.ts'
import { minResponseTime } from '#platform/http/min-response-time.server.ts'
import { ParsedRequest } from '#platform/http/parsed-request.server.ts'
import type { RateLimit, RateLimits } from '#platform/http/rate-limits.server.ts'
import type { Site } from '#platform/http/site.ts'
import { ADDRESS_HEADER } from '#shop/auth/access/ip-address-header.server.ts'
import { createGoogleSignIn } from '#shop/auth/google/google-sign-in.server.ts'
import { hashingFor } from '#shop/auth/password/password-hashing.server.ts'
import { loginForm, registerForm, resetRequestForm } from '#shop/auth/sign-in/auth-forms.ts'
import { createDeviceCookies } from '#shop/auth/sign-in/device-cookie.server.ts'
import { attemptsFrom, signInWithinLimits } from '#shop/auth/sign-in/sign-in-limits.server.ts'
import { type Auth, authRoutes } from './auth.server.ts'
import { repeatVerification } from './email-verification/email-verification.server.ts'
import { createSecondFactorApi } from './second-factor/second-factor-api.server.ts'
import { forSession } from './security/confirm-identity.server.ts'
import { createSecurityApi } from './security/security-api.server.ts'

const verifications: RateLimit = { name: 'verify e-mail from', most: 60, seconds: 60 }
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
  secret: string
  limits: RateLimits
  clientIpAddress: ClientIpAddress
  clock: () => Date
  site: Site
  trustedOrigins: string[]
}) {
  const { db, identity, limits, clientIpAddress } = environment
  const requestOf = (c: Context) => withAddress(c.req.raw, clientIpAddress(c))
  const answer = async (request: Request) => asRefusal(await identity.handler(request))
  const ask = (c: Context) => answer(requestOf(c))
  const forward = async (c: Context, body?: object) =>
    answer(withBody(c.req.raw, clientIpAddress(c), body))
  const devices = createDeviceCookies(environment)
  /** Passwords are hashed in the turns of who asks. */
  const inTurn = <Result>(c: Context, email: string, work: () => Promise<Result>) => {
    const address = clientIpAddress(c)
    const network = address === null ? '' : networkOf(address)
    return hashingFor({ network, account: email }, work)
  }
  const askInTurn = (c: Context, request: Request, email: string) =>
    inTurn(c, email, () => answer(request))
  const app = new Hono().use('/auth/*', (c, next) => inTurn(c, '', next))
  if (environment.site.offersGoogle) {
    app.route('/', createGoogleSignIn(environment))
    app.get('/auth/callback/google', ask)
  }
  return app
    .get('/auth/get-session', ask)
    .post('/auth/sign-up/email', async (c) => {
      await limits.countRequest(signUps, clientIpAddress(c))
      const { request, email } = await readBody(requestOf(c), registerForm)
      return askInTurn(c, request, email)
    })
    .post('/auth/sign-in/email', async (c) => {
      const { request, email } = await readBody(requestOf(c), loginForm)
      const device = await devices.deviceOf(c, email)
      const who = { email, address: clientIpAddress(c), device }
      const signedIn = await signInWithinLimits(db, limits, who, () => askInTurn(c, request, email))
      if (signedIn.ok) await devices.markDevice(signedIn, email, device)
      return signedIn
    })
    .post('/auth/reset-password', async (c) => {
      await limits.countRequest(attemptsFrom, clientIpAddress(c))
      return askInTurn(c, requestOf(c), '')
    })
    .post('/auth/request-password-reset', minResponseTime(RESET_ANSWER_MS), async (c) => {
      await limits.countRequest(resetsFrom, clientIpAddress(c))
      const { request, email } = await readBody(requestOf(c), resetRequestForm)
      const seconds = email === '' ? null : await limits.count(resetsFor, email)
      if (seconds !== null) throw tooManyRequests(seconds)
      return answer(request)
    })
    .get('/auth/verify-email', async (c) => {
      await limits.countRequest(verifications, clientIpAddress(c))
      return answer(withToken(requestOf(c)))
    })
    .post('/auth/send-verification-email', forSession(identity), async (c) => {
      const { user } = c.var.signedIn
      const seconds = user.emailVerified ? null : await repeatVerification(environment, user)
      if (seconds !== null) throw tooManyRequests(seconds)
      return c.json({ status: true }, 200)
    })
    .route('/', createSecurityApi(environment, forward))
    .route('/', createSecondFactorApi(environment, forward))
    .on('POST', authRoutes, ask)
}

/** The identity provider learns the address from a header that nobody but this line sets. */
function withAddressHeader(given: Headers, address: string | null): Headers {
  const headers = new Headers(given)
  if (address === null) headers.delete(ADDRESS_HEADER)
  else headers.set(ADDRESS_HEADER, address)
  return headers
}

function withAddress(request: Request, address: string | null): Request {
  return new Request(request, { headers: withAddressHeader(request.headers, address) })
}

/** The request with only this body, or as a GET without one; its own body may have been read. */
function withBody({ url, headers }: Request, address: string | null, body?: object): Request {
  const sent = withAddressHeader(headers, address)
  sent.delete('Content-Length')
  const path = url.replace(/\?.*/, '')
  if (!body) return new Request(path, { headers: sent })
  sent.set('Content-Type', 'application/json')
  return new Request(path, { method: 'POST', headers: sent, body: JSON.stringify(body) })
}

/** Nothing of the query but the link's token counts: the shop itself says where to go afterwards. */
function withToken(request: Request): Request {
  const url = new URL(request.url)
  url.search = `?token=${encodeURIComponent(url.searchParams.get('token') ?? '')}`
  return new Request(url, request)
}

/** A refusal of better-auth in the shape of all others: some of its own lack a code, or any body. */
async function asRefusal(answer: Response): Promise<Response> {
  if (answer.status < 400) return answer
  const { code, message, fields } = Object(await answer.json().catch(() => null))
  const body: RefusalBody = {
    code: typeof code === 'string' ? code : 'refused',
    message: typeof message === 'string' && message ? message : 'Something went wrong',
    ...(fields && { fields }),
  }
  const headers = new Headers(answer.headers)
  headers.set('Content-Type', 'application/json')
  headers.delete('Content-Length')
  return new Response(JSON.stringify(body), { status: answer.status, headers })
}

/**
 * Reads the JSON of a call once: better-auth gets the parsed body with the request. `email` is whom the
 * call is about; empty for a broken form, which is refused before any work is done.
 */
async function readBody(
  sent: Request,
  form: z.ZodType<{ email: string }>,
): Promise<{ request: Request; email: string }> {
  const unread = sent.clone()
  try {
    const request = await ParsedRequest.from(sent)
    const read = form.safeParse(await request.json())
    return { request, email: read.success ? normalEmail(read.data.email) : '' }
  } catch (error) {
    if (error instanceof SyntaxError) return { request: unread, email: '' }
    throw error
  }
}
