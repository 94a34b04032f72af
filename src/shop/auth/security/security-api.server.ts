import type { Auth } from 'better-auth'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { ClientIpAddress } from '#platform/http/ip-address.server.ts'
import type { RateLimit, RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import type { Site } from '#platform/http/site.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { newPasswordForm, registerForm } from '#shop/auth/auth-forms.ts'
import { refuseAuth } from '#shop/auth/auth-refusals.server.ts'
import { endOtherSessions } from '#shop/auth/sessions/sessions.server.ts'
import { hasPassword } from '#shop/auth/user-queries.server.ts'
import { confirmIdentity, forSession } from './confirm-identity.server.ts'

const emailChanges: RateLimit = { name: 'e-mail change of', most: 5, seconds: 24 * 3600 }

export type SecurityEnvironment = {
  db: Db
  auth: Auth
  limits: RateLimits
  clientIpAddress: ClientIpAddress
  clock: () => Date
  site: Pick<Site, 'name'>
}

/** The sign-in methods shown on the security page. */
export type SecurityState = {
  hasPassword: boolean
  twoFactorEnabled: boolean
  passkeys: { id: string; name: string | null; createdAt: string }[]
}

/** Serves changes of sign-in methods. Each requires the password; `forward` calls better-auth. */
export function createSecurityApi(
  environment: SecurityEnvironment,
  forward: (c: Context, body: object) => Promise<Response>,
) {
  const { db, auth, limits, clientIpAddress } = environment
  return new Hono()
    .get('/auth/security', forSession(auth), async (c) =>
      c.json(await readSecurity(db, c.var.signedIn.user.id), 200),
    )
    .post('/auth/change-password', forSession(auth), async (c) => {
      const { currentPassword, ...form } = await bodyOf(c)
      const read = newPasswordForm.safeParse(form)
      if (!read.success) throw invalid(read.error)
      await confirmIdentity(environment, c, currentPassword)
      const { user, session } = c.var.signedIn
      const answer = await forward(c, { currentPassword, newPassword: read.data.newPassword })
      if (!answer.ok) return answer
      await endOtherSessions(db, user.id, session.id)
      // Pending reset links must not work any more.
      await db.deleteFrom('verification').where('value', '=', user.id).execute()
      const ipAddress = clientIpAddress(c)
      await recordAudit(db, { action: 'password-changed', actor: user, subject: user, ipAddress })
      return c.json({ status: true }, 200)
    })
    .post('/auth/change-email', forSession(auth), async (c) => {
      const { password, ...form } = await bodyOf(c)
      const read = changeEmailForm.safeParse(form)
      if (!read.success) throw invalid(read.error)
      await confirmIdentity(environment, c, password)
      const { user } = c.var.signedIn
      if (!user.emailVerified) throw refuseAuth({ refused: 'email-change-without-verified-email' })
      await limits.countAction(emailChanges, user.id)
      return forward(c, read.data)
    })
}

const changeEmailForm = z.object({ newEmail: registerForm.shape.email })

async function readSecurity(db: Db, accountId: string): Promise<SecurityState> {
  const { twoFactorEnabled } = await db
    .selectFrom('account')
    .select('twoFactorEnabled')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const passkeys = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'createdAt'])
    .where('userId', '=', accountId)
    .orderBy('id')
    .execute()
  return {
    hasPassword: await hasPassword(db, accountId),
    twoFactorEnabled,
    passkeys: passkeys.map(({ createdAt, ...passkey }) => ({
      ...passkey,
      createdAt: createdAt.toISOString(),
    })),
  }
}

/** Returns the JSON object of the body; an empty one for anything else. */
export async function bodyOf(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => null)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function invalid(error: z.ZodError): HttpRefusal {
  const fields = Object.fromEntries(
    error.issues.map((issue) => [issue.path.join('.'), issue.message]).reverse(),
  )
  return new HttpRefusal(422, 'invalid', error.issues[0]?.message ?? '', { fields })
}
