import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { type Db, isReachable } from '#platform/database/database.server.ts'
import { normalEmail } from '#platform/email.ts'
import { fieldErrors } from '#platform/http/api/field-errors.ts'
import { HttpRefusal, unavailable } from '#platform/http/http-errors.ts'
import { IP_ADDRESS_HEADER } from '#platform/http/ip-address.server.ts'
import type { RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import type { Site } from '#platform/http/site.ts'
import type { Log } from '#platform/log.server.ts'
import { loginForm, passwordReset, registerForm, resetRequestForm } from '#shop/auth/auth-forms.ts'
import { queueWelcomeMail } from '#shop/auth/auth-mails.server.ts'
import { type SignInRefusal, signInTexts } from '#shop/auth/auth-texts.ts'
import {
  emailChangeOptions,
  emailVerificationOptions,
  endSessionsOfOldEmail,
  requireOwnLink,
} from '#shop/auth/email-verification/email-verification.server.ts'
import type { ReclaimHooks } from '#shop/auth/email-verification/reclaim-account.server.ts'
import { googleAccountLinking } from '#shop/auth/google/google-account-linking.server.ts'
import { type GoogleClient, googleProvider } from '#shop/auth/google/google-provider.server.ts'
import type { PasswordHashing } from '#shop/auth/password/password-hashing.server.ts'
import {
  checkPasswordPolicy,
  hostWords,
  type PasswordPolicy,
} from '#shop/auth/password/password-policy.server.ts'
import { endOtherResetLinks, passwordResetOptions } from '#shop/auth/password/reset-password.server.ts'
import { provesSecondFactor, secondFactors } from '#shop/auth/second-factor/second-factor.server.ts'
import { completeLogin } from '#shop/auth/sign-in/record-login.server.ts'
import type { VisitorLimits } from '#shop/auth/visitor-limits.server.ts'
import { createAuthLog } from './auth-log.server.ts'

/**
 * The better-auth endpoints that the shop exposes, all of them POST. The others stay closed: they
 * would bypass the shop's profile rules or respond with a page.
 */
export const authRoutes = [
  '/auth/sign-up/email',
  '/auth/sign-in/email',
  '/auth/sign-out',
  '/auth/request-password-reset',
  '/auth/reset-password',
]

/** Configures better-auth: sign-up, sign-in, sessions and sign-out under /api/auth. */
export function createAuth(environment: {
  db: Db
  log: Log
  limits: RateLimits
  visitorLimits: VisitorLimits
  reclaim: ReclaimHooks
  /** Callbacks of other slices after an e-mail verification; wired in createApp. */
  onEmailVerified: (accountId: string) => Promise<void>
  passwords: PasswordHashing
  passwordPolicy?: PasswordPolicy | undefined
  secret: string
  publicUrl: string
  /** Its name is no password, and the owner may change it. */
  site: Pick<Site, 'name'>
  trustedOrigins: string[]
  google?: GoogleClient | undefined
  /** Whether better-auth compares its tables with this configuration when first used; by default. */
  checksSchema?: boolean | undefined
}) {
  const { db, log, passwords, publicUrl, google } = environment
  const isHttps = publicUrl.startsWith('https:')
  const checkPassword = async (password: string, known: string[] = []) => {
    const code = await checkPasswordPolicy(environment.passwordPolicy, password, [
      environment.site.name,
      ...hostWords(publicUrl),
      ...known,
    ])
    if (code) throw new APIError(422, { code, message: `Something went wrong ${code}` })
  }
  return betterAuth<BetterAuthOptions>({
    appName: 'Forgewell',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret: environment.secret,
    trustedOrigins: environment.trustedOrigins,
    telemetry: { enabled: false },
    logger: createAuthLog(log),
    // Internal errors get the same response as all other errors of the API.
    onAPIError: { throw: true },
    // Replaced by the shop's own limits, which all of its processes share.
    rateLimit: { enabled: false },
    database: { db, type: 'postgres' },
    advanced: {
      database: {
        generateId: () => uuidv7(),
        validateSchema: environment.checksSchema ?? true,
      },
      // The browser accepts such a cookie only from this host, over https. better-auth would prefix
      // the names with __Secure-, which a subdomain may set too.
      cookiePrefix: isHttps ? '__Host-forgewell' : 'forgewell',
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps },
      ipAddress: { ipAddressHeaders: [IP_ADDRESS_HEADER] },
      // Both are defaults, but better-auth drops them when it detects a test environment.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    user: { modelName: 'account', changeEmail: emailChangeOptions(environment) },
    session: {
      // The shop asks for the password before security changes instead.
      freshAge: 0,
      additionalFields: {
        secondFactorAt: { type: 'date', required: false, input: false, returned: false },
      },
    },
    account: { modelName: 'credential' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      password: passwords,
      ...passwordResetOptions(environment),
    },
    emailVerification: emailVerificationOptions(environment),
    plugins: [
      ...(google ? [googleProvider(google), googleAccountLinking(environment)] : []),
      ...secondFactors(environment),
    ],
    // Tokens that grant access, such as reset links, must not be readable in the database.
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: {
      user: {
        create: {
          // The registration form sets no image: a client could send any URL.
          before: async (user, context) => ({
            data: context?.path === '/sign-up/email' ? { ...user, image: null } : user,
          }),
          after: async (user) => {
            if (!user.emailVerified) return
            await queueWelcomeMail(db, user)
            await environment.onEmailVerified(user.id)
          },
        },
      },
      session: {
        create: {
          before: async (session, context) => ({
            data: provesSecondFactor(context?.path) ? { ...session, secondFactorAt: new Date() } : session,
          }),
          after: async (session, context) => {
            if (context) await completeLogin(db, session, context)
          },
        },
      },
    },
    hooks: {
      // Pass on the parsed form: trimmed, without control characters, and with the e-mail in the
      // ASCII form that better-auth accepts.
      before: createAuthMiddleware(async (ctx) => {
        const { path, body } = ctx
        if (path === '/verify-email') await requireOwnLink(ctx)
        if (path === '/change-password') await checkPassword(String(body?.newPassword), [])
        if (path === '/sign-up/email') {
          const form = readForm(registerForm, body)
          await checkPassword(form.password, [form.name, form.email])
          return { context: { body: withNormalEmail(form) } }
        }
        if (path === '/sign-in/email') return { context: { body: withNormalEmail(readLoginForm(body)) } }
        if (path === '/request-password-reset') {
          return { context: { body: withNormalEmail(readForm(resetRequestForm, body)) } }
        }
        if (path === '/reset-password') {
          const form = readForm(passwordReset, body)
          const { internalAdapter } = ctx.context
          const link = await internalAdapter.findVerificationValue(`reset-password:${form.token}`)
          const owner = link && (await internalAdapter.findUserById(link.value))
          await checkPassword(form.newPassword, owner ? [owner.name, owner.email] : [])
          if (link) await endOtherResetLinks(db, link)
          return { context: { body: form } }
        }
      }),
      after: createAuthMiddleware(async (ctx) => {
        const { path, body, context } = ctx
        if (!isAPIError(context.returned)) {
          if (path === '/verify-email') await endSessionsOfOldEmail(db, context.newSession)
          return
        }
        if (context.returned.statusCode >= 500) {
          // The passkey plugin answers a signature that it can't verify like an outage.
          const isRefused = PASSKEY_CHECKS.includes(path) && (await isReachable(db))
          if (isRefused) throw new HttpRefusal(400, 'PASSKEY_NOT_VERIFIED', PASSKEY_NOT_VERIFIED)
          // better-auth has already logged the database error.
          throw unavailable()
        }
        const known = await isKnownEmail(db, body?.email)
        if (path === '/sign-up/email' && known) throw refused(422, 'auth/email-already-exists')
        if (path === '/sign-in/email' && context.returned.statusCode === 401) {
          throw refused(401, known ? 'auth/wrong-password' : 'auth/user-not-found')
        }
      }),
    },
  })
}

const PASSKEY_CHECKS = ['/passkey/verify-registration', '/passkey/verify-authentication']
const PASSKEY_NOT_VERIFIED = 'This passkey could not be verified. Please try again.'

const withNormalEmail = <Form extends { email: string }>(form: Form): Form => ({
  ...form,
  email: normalEmail(form.email),
})

function readForm<Form>(schema: z.ZodType<Form>, body: unknown): Form {
  const form = schema.safeParse(body)
  if (form.success) return form.data
  const fields = fieldErrors(form.error)
  const message = form.error.issues.map((issue) => issue.message)[0] ?? ''
  throw new APIError(422, { code: 'invalid', message, fields })
}

// The login has separate texts for a malformed e-mail and a malformed password (product 8.2).
function readLoginForm(body: unknown): z.infer<typeof loginForm> {
  const form = loginForm.safeParse(body)
  if (form.success) return form.data
  const first = form.error.issues[0]?.path[0]
  throw refused(422, first === 'password' ? 'auth/invalid-password' : 'auth/invalid-email')
}

function refused(status: 401 | 422, code: SignInRefusal): APIError {
  const message = signInTexts[code]
  const field = code.endsWith('password') ? 'password' : 'email'
  return new APIError(status, { code, message, fields: { [field]: message } })
}

async function isKnownEmail(db: Db, email: unknown): Promise<boolean> {
  if (typeof email !== 'string') return false
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', normalEmail(email))
    .executeTakeFirst()
  return row !== undefined
}
