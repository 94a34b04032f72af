import type { BetterAuthOptions } from 'better-auth'
import {
  APIError,
  createAuthMiddleware,
  createEmailVerificationToken,
  getSessionFromCtx,
} from 'better-auth/api'
import { decodeJwt } from 'jose'
import type { Db } from '#platform/database/database.server.ts'
import { ipAddressIn } from '#platform/http/ip-address.server.ts'
import type { RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { queueLinkMail } from '#shop/auth/auth-mails.server.ts'
import { VERIFICATION_LINK_HOURS } from '#shop/auth/email-verification.ts'
import { countLinkMail, forgetLinkMails } from '#shop/auth/link-mail-limits.server.ts'
import { endOtherSessions } from '#shop/auth/sessions/sessions.server.ts'
import type { VisitorLimits } from '#shop/auth/visitor-limits.server.ts'

const LINK_SECONDS = VERIFICATION_LINK_HOURS * 3600

/** Mails a verification link, within limits; returns the seconds to wait beyond them. */
export async function sendVerification(
  environment: { db: Db; secret: string; limits: RateLimits; visitorLimits: VisitorLimits },
  { email, ipAddress }: { email: string; ipAddress: string | null },
): Promise<number | null> {
  const { db, secret } = environment
  const seconds = await countLinkMail(environment, { email, ipAddress })
  if (seconds !== null) return seconds
  await queueLinkMail(db, secret, 'verify-email', {
    email,
    token: await createToken(secret, email),
  })
  return null
}

/** Returns better-auth's options for verifying e-mails. */
export function emailVerificationOptions(environment: {
  db: Db
  secret: string
  limits: RateLimits
  visitorLimits: VisitorLimits
  onEmailVerified: (accountId: string) => Promise<void>
}) {
  const { db, secret, onEmailVerified } = environment
  return {
    expiresIn: LINK_SECONDS,
    // The second half of an e-mail change: the new address is verified too.
    sendVerificationEmail: async ({ user: { email }, token }, request) => {
      const ipAddress = ipAddressIn(request?.headers)
      if ((await countLinkMail(environment, { email, ipAddress })) !== null) return
      await queueLinkMail(db, secret, 'change-email', { email, token, step: 'new' })
    },
    afterEmailVerification: async (user, request) => {
      const ipAddress = ipAddressIn(request?.headers)
      const token = request && new URL(request.url).searchParams.get('token')
      const action = token && decodeJwt(token).updateTo ? 'email-changed' : 'email-verified'
      await recordAudit(db, { action, actor: user, subject: user, ipAddress })
      await forgetLinkMails(environment, user.email)
      await onEmailVerified(user.id)
    },
  } satisfies BetterAuthOptions['emailVerification']
}

/** Returns better-auth's options for changing e-mails: the verified old address confirms first. */
export function emailChangeOptions({ db, secret }: { db: Db; secret: string }) {
  return {
    enabled: true,
    sendChangeEmailConfirmation: ({ user, newEmail, token }) =>
      queueLinkMail(db, secret, 'change-email', {
        email: user.email,
        token,
        step: 'old',
        newEmail,
      }),
  } satisfies NonNullable<BetterAuthOptions['user']>['changeEmail']
}

/** Ends the other sessions after an e-mail change. */
export async function endSessionsOfOldEmail(
  db: Db,
  changed: { session: { id: string; userId: string } } | null,
): Promise<void> {
  if (!changed) return
  const { id, userId } = changed.session
  await endOtherSessions(db, userId, id)
  await db.deleteFrom('verification').where('value', '=', userId).execute()
}

/**
 * Only the signed-in user can verify their e-mail: a mail scanner that follows links, or the owner
 * of a misused address, verifies nothing for the person who registered with it.
 */
export const requireOwnLink = createAuthMiddleware(async (ctx) => {
  const session = await getSessionFromCtx(ctx)
  if (!session) throw new APIError(401, { code: 'not-signed-in', message: 'Please log in.' })
  if (emailIn(ctx.query?.token) !== session.user.email) {
    const message = 'This link belongs to another account.'
    throw new APIError(403, { code: 'auth/other-account', message })
  }
})

/** Reads the e-mail of a link; better-auth checks its signature afterwards. */
function emailIn(token: unknown): unknown {
  try {
    return decodeJwt(String(token)).email
  } catch {
    throw new APIError(400, { code: 'INVALID_TOKEN', message: 'This link does not work.' })
  }
}

function createToken(secret: string, email: string): Promise<string> {
  return createEmailVerificationToken(secret, email, undefined, LINK_SECONDS)
}
