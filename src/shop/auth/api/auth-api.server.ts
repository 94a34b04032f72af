import { setTimeout } from 'node:timers/promises'
import type { Auth } from 'better-auth'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { normalEmail } from '#platform/email.ts'
import { ParsedRequest } from '#platform/http/api/parsed-request.server.ts'
import { type RefusalBody, tooManyRequests } from '#platform/http/http-errors.ts'
import {
  type ClientIpAddress,
  DEVICE_HEADER,
  IP_ADDRESS_HEADER,
  largestNetworkOf,
} from '#platform/http/ip-address.server.ts'
import type { RateLimit, RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import type { Site } from '#platform/http/site.ts'
import { loginForm, registerForm, resetRequestForm } from '#shop/auth/auth-forms.ts'
import { refuseAuth } from '#shop/auth/auth-refusals.server.ts'
import { sendVerification } from '#shop/auth/email-verification/email-verification.server.ts'
import { createGoogleSignIn } from '#shop/auth/google/google-sign-in.server.ts'
import { linkMailWait } from '#shop/auth/link-mail-limits.server.ts'
import { hashingFor } from '#shop/auth/password/password-hashing.server.ts'
import { forSession } from '#shop/auth/security/confirm-identity.server.ts'
import { createSecondFactorApi } from '#shop/auth/security/second-factor-api.server.ts'
import { createSecurityApi } from '#shop/auth/security/security-api.server.ts'
import { findSessionAccount } from '#shop/auth/session-account.server.ts'
import { createDeviceCookies } from '#shop/auth/sign-in/device-cookie.server.ts'
import { attemptsFrom, signInWithinLimits } from '#shop/auth/sign-in/sign-in-limits.server.ts'
import type { VisitorLimits } from '#shop/auth/visitor-limits.server.ts'
import { authRoutes } from './auth.server.ts'

/** Verifies the e-mail of an account that was registered with the link of an invitation; false without one. */
export type AcceptInvitation = (used: {
  email: string
  token: string
  ipAddress: string | null
}) => Promise<boolean>

const verifications: RateLimit = { name: 'verify e-mail from', most: 60, seconds: 60 }
const resetsFrom: RateLimit = { name: 'reset link from', most: 60, seconds: 60 }
// better-auth's response, whether or not the account exists.
const RESET_ANSWER = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
}
// Longer than queueing a mail takes, so that timing does not reveal whether an account exists.
const RESET_ANSWER_MS = 250

/** Routes better-auth's endpoints under /auth, behind the shop's own rate limits. */
export function createAuthApi(environment: {
  db: Db
  auth: Auth
  secret: string
  limits: RateLimits
  visitorLimits: VisitorLimits
  clientIpAddress: ClientIpAddress
  clock: () => Date
  site: Site
  trustedOrigins: string[]
  acceptInvitation: AcceptInvitation
}) {
  const { db, auth, limits, visitorLimits, clientIpAddress } = environment
  const requestOf = (c: Context) => withIpAddress(c.req.raw, clientIpAddress(c))
  const handleRequest = async (request: Request) => asRefusal(await auth.handler(request))
  const forwardUnchanged = (c: Context) => handleRequest(requestOf(c))
  const forward = async (c: Context, body?: object) =>
    handleRequest(withBody(c.req.raw, clientIpAddress(c), body))
  const devices = createDeviceCookies(environment)
  /** Runs `work` in a password-hashing slot of this network and account. */
  const inTurn = <Result>(c: Context, email: string, work: () => Promise<Result>) => {
    const ipAddress = clientIpAddress(c)
    const network = ipAddress === null ? '' : largestNetworkOf(ipAddress)
    return hashingFor({ network, account: email }, work)
  }
  const forwardInTurn = (c: Context, request: Request, email: string) =>
    inTurn(c, email, () => handleRequest(request))
  const app = new Hono()
    .use('/auth/*', (c, next) => inTurn(c, '', next))
    .use('/auth/*', async (c, next) => {
      const { headers, method } = c.req.raw
      const mayWrite = method === 'GET' || c.req.path.endsWith('/auth/sign-out')
      if (!mayWrite && headers.has('cookie')) {
        const signedIn = await findSessionAccount(db, auth, headers)
        if (signedIn?.seenId) throw refuseAuth({ refused: 'sees-as-customer' })
      }
      await next()
    })
  if (environment.site.offersGoogle) {
    app.route('/', createGoogleSignIn(environment))
    app.get('/auth/callback/google', async (c) => {
      const answer = await forwardUnchanged(c)
      await devices.markSignedIn(c, auth, answer)
      return answer
    })
  }
  return app
    .get('/auth/get-session', forwardUnchanged)
    .post('/auth/sign-up/email', async (c) => {
      const ipAddress = clientIpAddress(c)
      for (const limit of visitorLimits.signUps) await limits.countRequest(limit, ipAddress)
      const { request, email } = await readBody(requestOf(c), registerForm)
      const signedUp = await forwardInTurn(c, request, email)
      if (!signedUp.ok) return signedUp
      await devices.markDevice(signedUp, email, await devices.deviceOf(c, email))
      const token = c.req.query('invitation')
      if (token && (await environment.acceptInvitation({ email, token, ipAddress }))) return signedUp
      const seconds = await sendVerification(environment, { email, ipAddress })
      // The account exists; returns when its mail can be requested.
      if (seconds !== null) signedUp.headers.set('Retry-After', String(seconds))
      return signedUp
    })
    .post('/auth/sign-in/email', async (c) => {
      const { request, email } = await readBody(requestOf(c), loginForm)
      const device = await devices.deviceOf(c, email)
      const attempt = { email, ipAddress: clientIpAddress(c), device }
      const signedIn = await signInWithinLimits(db, limits, attempt, () => forwardInTurn(c, request, email))
      if (signedIn.ok) await devices.markDevice(signedIn, email, device)
      return signedIn
    })
    .post('/auth/reset-password', async (c) => {
      await limits.countRequest(attemptsFrom, clientIpAddress(c))
      return forwardInTurn(c, requestOf(c), '')
    })
    .post('/auth/request-password-reset', minResponseTime(RESET_ANSWER_MS), async (c) => {
      const ipAddress = clientIpAddress(c)
      await limits.countRequest(resetsFrom, ipAddress)
      const { request, email } = await readBody(requestOf(c), resetRequestForm)
      const device = await devices.deviceOf(c, email)
      const mail = { email, ipAddress, device }
      const isOverCap = email !== '' && (await linkMailWait(environment, mail)) !== null
      // A 429 would reveal whether an account exists.
      if (isOverCap) return c.json(RESET_ANSWER, 200)
      const headers = withIpAddressHeader(request.headers, ipAddress, device)
      return handleRequest(new Request(request, { headers }))
    })
    .get('/auth/verify-email', async (c) => {
      await limits.countRequest(verifications, clientIpAddress(c))
      return handleRequest(withToken(requestOf(c)))
    })
    .post('/auth/send-verification-email', forSession(auth), async (c) => {
      const { user } = c.var.signedIn
      const mail = { email: user.email, ipAddress: clientIpAddress(c) }
      const seconds = user.emailVerified ? null : await sendVerification(environment, mail)
      if (seconds !== null) throw tooManyRequests(seconds)
      return c.json({ status: true }, 200)
    })
    .route('/', createSecurityApi(environment, forward))
    .route('/', createSecondFactorApi(environment, forward, devices))
    .on('POST', authRoutes, forwardUnchanged)
}

/** Passes the IP address and the device to better-auth in headers that only this function sets. */
function withIpAddressHeader(
  given: Headers,
  ipAddress: string | null,
  device: string | null = null,
): Headers {
  const headers = new Headers(given)
  headers.delete(DEVICE_HEADER)
  if (device !== null) headers.set(DEVICE_HEADER, device)
  if (ipAddress === null) headers.delete(IP_ADDRESS_HEADER)
  else headers.set(IP_ADDRESS_HEADER, ipAddress)
  return headers
}

function withIpAddress(request: Request, ipAddress: string | null): Request {
  return new Request(request, { headers: withIpAddressHeader(request.headers, ipAddress) })
}

/** Returns the request with this body, or as a GET without one; the original body may be consumed. */
function withBody({ url, headers }: Request, ipAddress: string | null, body?: object): Request {
  const sent = withIpAddressHeader(headers, ipAddress)
  sent.delete('Content-Length')
  const path = url.replace(/\?.*/, '')
  if (!body) return new Request(path, { headers: sent })
  sent.set('Content-Type', 'application/json')
  return new Request(path, { method: 'POST', headers: sent, body: JSON.stringify(body) })
}

/** Passes on only the link's token: the shop itself chooses the redirect target. */
function withToken(request: Request): Request {
  const url = new URL(request.url)
  url.search = `?token=${encodeURIComponent(url.searchParams.get('token') ?? '')}`
  return new Request(url, request)
}

/** Converts a refusal of better-auth to the shop's error shape; some lack a code or a body. */
async function asRefusal(answer: Response): Promise<Response> {
  if (answer.status < 400) return answer
  const { code, message, fields } = Object(await answer.json().catch(() => null))
  const body: RefusalBody = {
    code: typeof code === 'string' ? code : 'refused',
    message: typeof message === 'string' && message ? message : 'Something went wrong',
    fields,
  }
  const headers = new Headers(answer.headers)
  headers.set('Content-Type', 'application/json')
  headers.delete('Content-Length')
  return new Response(JSON.stringify(body), { status: answer.status, headers })
}

/**
 * Parses the JSON body once; better-auth gets the parsed body with the request. `email` is the
 * account concerned, empty for a malformed form, which is refused before any further work.
 */
async function readBody(sent: Request, form: z.ZodType<{ email: string }>) {
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

/** Pads the response time to at least this duration, so that timing reveals nothing. */
function minResponseTime(milliseconds: number): MiddlewareHandler {
  return async (_, next) => {
    const minimum = setTimeout(milliseconds)
    await next()
    await minimum
  }
}
