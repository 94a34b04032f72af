import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { normalEmail } from '#platform/email.ts'
import { fieldErrors } from '#platform/http/field-errors.ts'
import { unavailable } from '#platform/http/http-errors.ts'
import type { RateLimits } from '#platform/http/rate-limits.server.ts'
import type { Log } from '#platform/log.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { ADDRESS_HEADER } from '#shop/auth/access/ip-address-header.server.ts'
import {
  changingEmails,
  endSessionsOfOldEmail,
  requireOwnLink,
  sendFirstVerification,
  verifyingEmails,
} from '#shop/auth/email-verification/email-verification.server.ts'
import type { ReclaimHooks } from '#shop/auth/email-verification/reclaim-account.server.ts'
import { googleAccounts } from '#shop/auth/google/google-account-linking.server.ts'
import { type GoogleClient, googleProvider } from '#shop/auth/google/google-provider.server.ts'
import type { PasswordHashing } from '#shop/auth/password/password-hashing.server.ts'
import {
  checkPasswordPolicy,
  type PasswordPolicy,
} from '#shop/auth/password/password-policy.server.ts'
import {
  endOtherResetLinks,
  resettingPasswords,
} from '#shop/auth/password/reset-password.server.ts'
import { provesSecondFactor, secondFactors } from '#shop/auth/second-factor/second-factor.server.ts'
import {
  loginForm,
  passwordReset,
  registerForm,
  resetRequestForm,
} from '#shop/auth/sign-in/auth-forms.ts'
import { type SignInRefusal, signInTexts } from './auth.ts'
import { queueWelcomeMail } from './auth-mails.server.ts'

export type Auth = ReturnType<typeof createAuth>

/**
 * The calls of better-auth that the shop opens, each a POST. It has others, which would let a
 * profile be written past the shop's own rules, or answer with a page: they stay shut.
 */
export const authRoutes = [
  '/auth/sign-up/email',
  '/auth/sign-in/email',
  '/auth/sign-out',
  '/auth/request-password-reset',
  '/auth/reset-password',
]

/** Sign-up, sign-in, sessions and sign-out under /api/auth, kept by better-auth. */
export function createAuth(environment: {
  db: Db
  log: Log
  limits: RateLimits
  reclaim: ReclaimHooks
  passwords: PasswordHashing
  passwordPolicy?: PasswordPolicy | undefined
  secret: string
  publicUrl: string
  trustedOrigins: string[]
  google?: GoogleClient | undefined
}) {
  const { db, log, passwords, publicUrl, google } = environment
  const checkPassword = async (password: string, known: string[] = []) => {
    const code = await checkPasswordPolicy(environment.passwordPolicy, password, known)
    if (code) throw new APIError(422, { code, message: `Something went wrong ${code}` })
  }
  return betterAuth({
    appName: 'Forgewell',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret: environment.secret,
    trustedOrigins: environment.trustedOrigins,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) => log.error({ details }, message),
    },
    // What breaks inside is answered like every other fault of the API.
    onAPIError: { throw: true },
    // The shop's own limits, shared by all its processes, stand in front instead.
    rateLimit: { enabled: false },
    database: { db, type: 'postgres' },
    advanced: {
      database: { generateId: () => uuidv7() },
      cookiePrefix: 'forgewell',
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // Both are its defaults, but it drops them where it believes to be under test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    user: { modelName: 'account', changeEmail: changingEmails(environment) },
    session: {
      // The shop asks for the password before a change of how somebody signs in.
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
      ...resettingPasswords(environment),
    },
    emailVerification: verifyingEmails(environment),
    plugins: [
      ...(google ? [googleProvider(google), googleAccounts(environment)] : []),
      ...secondFactors(environment),
    ],
    // What opens an account, such as a reset link, is not to be had from the database.
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: {
      user: {
        create: {
          // Who registers by a form sends no image: it could be anybody's address.
          before: async (user, context) => ({
            data: context?.path === '/sign-up/email' ? { ...user, image: null } : user,
          }),
          after: (user) =>
            user.emailVerified
              ? queueWelcomeMail(db, user)
              : sendFirstVerification(environment, user),
        },
      },
      session: {
        create: {
          before: async (session, context) => ({
            data: provesSecondFactor(context?.path)
              ? { ...session, secondFactorAt: new Date() }
              : session,
          }),
          after: async ({ userId, ipAddress }, context) => {
            if (context) await recordLogin(db, userId, context.path, ipAddress ?? null)
          },
        },
      },
    },
    hooks: {
      // What goes on is the form as it was read: trimmed, without control characters, and with an
      // e-mail in the ASCII that better-auth accepts.
      before: createAuthMiddleware(async (ctx) => {
        const { path, body } = ctx
        if (path === '/verify-email') await requireOwnLink(ctx)
        if (path === '/change-password') await checkPassword(String(body?.newPassword), [])
        if (path === '/sign-up/email') {
          const form = readForm(registerForm, body)
          await checkPassword(form.password, [form.name, form.email])
          return { context: { body: withNormalEmail(form) } }
        }
        if (path === '/sign-in/email')
          return { context: { body: withNormalEmail(readLoginForm(body)) } }
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
        // It has swallowed, and logged, what the database said.
        if (context.returned.statusCode >= 500) throw unavailable()
        const known = await isKnownEmail(db, body?.email)
        if (path === '/sign-up/email' && known) throw refused(422, 'auth/email-already-exists')
        if (path === '/sign-in/email' && context.returned.statusCode === 401) {
          throw refused(401, known ? 'auth/wrong-password' : 'auth/user-not-found')
        }
      }),
    },
  })
}

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

// The specification tells a malformed address and a malformed password apart at the login (product 8.2).
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

async function recordLogin(
  db: Db,
  accountId: string,
  path: string | undefined,
  address: string | null,
): Promise<void> {
  const account = await db
    .selectFrom('account')
    .select(['id', 'email', 'twoFactorEnabled'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account) return
  // Half a login: its session goes at once, until the code comes.
  if (account.twoFactorEnabled && !provesSecondFactor(path)) return
  await recordAudit(db, { action: 'login', actor: account, subject: account, address })
}
