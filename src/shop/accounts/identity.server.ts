import { hash, verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Db } from '#platform/database.server.ts'
import { normalEmail, type SignInRefusal, signInTexts } from './account.ts'
import { loginForm, registerForm } from './account-forms.ts'

export type Identity = ReturnType<typeof createIdentity>

/** Sign-up, sign-in, sessions and sign-out under /api/auth, kept by better-auth. */
export function createIdentity(environment: {
  db: Db
  secret: string
  publicUrl: string
  trustedOrigins: string[]
}) {
  const { db } = environment
  return betterAuth({
    appName: 'Forgewell',
    baseURL: environment.publicUrl,
    basePath: '/api/auth',
    secret: environment.secret,
    trustedOrigins: environment.trustedOrigins,
    telemetry: { enabled: false },
    logger: { level: 'error' },
    // The shop's own limits, shared by all its processes, stand in front instead.
    rateLimit: { enabled: false },
    database: { db, type: 'postgres' },
    advanced: {
      database: { generateId: () => uuidv7() },
      cookiePrefix: 'forgewell',
    },
    user: { modelName: 'account' },
    account: { modelName: 'credential' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      // Argon2id with OWASP's first choice of costs, which are this library's defaults.
      password: {
        hash: (password) => hash(password),
        verify: ({ hash: stored, password }) => verify(stored, password),
      },
    },
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        if (path === '/sign-up/email') refuseBrokenForm(registerForm.safeParse(body))
        if (path === '/sign-in/email') refuseBrokenLogin(loginForm.safeParse(body))
      }),
      after: createAuthMiddleware(async ({ path, body, context }) => {
        if (!isAPIError(context.returned)) return
        const known = await isKnownEmail(db, body?.email)
        if (path === '/sign-up/email' && known) throw refused(422, 'auth/email-already-exists')
        if (path === '/sign-in/email' && context.returned.statusCode === 401) {
          throw refused(401, known ? 'auth/wrong-password' : 'auth/user-not-found')
        }
      }),
    },
  })
}

function refuseBrokenForm(form: z.ZodSafeParseResult<unknown>): void {
  if (form.success) return
  const fields = Object.fromEntries(
    form.error.issues.map((issue) => [issue.path.join('.'), issue.message]).reverse(),
  )
  const message = form.error.issues.map((issue) => issue.message)[0] ?? ''
  throw new APIError(422, { code: 'invalid', message, fields })
}

// The specification tells a malformed address and a malformed password apart at the login (spec 8).
function refuseBrokenLogin(form: z.ZodSafeParseResult<unknown>): void {
  if (form.success) return
  const first = form.error.issues[0]?.path[0]
  throw refused(422, first === 'password' ? 'auth/invalid-password' : 'auth/invalid-email')
}

function refused(status: 401 | 422, code: SignInRefusal): APIError {
  return new APIError(status, { code, message: signInTexts[code] })
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
