import type { BetterAuthOptions } from 'better-auth'
import {
  APIError,
  createAuthMiddleware,
  createEmailVerificationToken,
  getSessionFromCtx,
} from 'better-auth/api'
import { decodeJwt } from 'jose'
import type { Db } from '#platform/database/database.server.ts'
import type { RateLimit, RateLimits } from '#platform/http/rate-limits.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { ADDRESS_HEADER } from '#shop/auth/access/ip-address-header.server.ts'
import { queueChangeMail, queueVerificationMail } from '#shop/auth/auth-mails.server.ts'
import { endOtherSessions } from '#shop/auth/sessions/sessions.server.ts'
import { VERIFICATION_LINK_HOURS } from './email-verification.ts'

const LINK_SECONDS = VERIFICATION_LINK_HOURS * 3600

// A stranger's address gets one mail, and little more when its link is asked for again.
const linkFor: RateLimit = { name: 'verification link for', most: 1, seconds: 10 * 60 }
const repeatsFor: RateLimit = { name: 'verification again for', most: 5, seconds: 24 * 3600 }

type Recipient = { email: string }

/** Mails a new account the link that verifies its e-mail. */
export async function sendFirstVerification(
  environment: { db: Db; secret: string; limits: RateLimits },
  { email }: Recipient,
): Promise<void> {
  const { db, secret, limits } = environment
  if ((await limits.count(linkFor, email)) !== null) return
  await queueVerificationMail(db, secret, { email, token: await createToken(secret, email) })
}

/** Mails the link again, within limits; answers the seconds to wait when that is too soon. */
export async function repeatVerification(
  environment: { db: Db; secret: string; limits: RateLimits },
  { email }: Recipient,
): Promise<number | null> {
  const { db, secret, limits } = environment
  const seconds =
    (await limits.wait(repeatsFor, email)) ??
    (await limits.count(linkFor, email)) ??
    (await limits.count(repeatsFor, email))
  if (seconds !== null) return seconds
  await queueVerificationMail(db, secret, { email, token: await createToken(secret, email) })
  return null
}

/** What better-auth needs to know to verify e-mails. */
export function verifyingEmails(environment: { db: Db; secret: string; limits: RateLimits }) {
  const { db, secret, limits } = environment
  return {
    expiresIn: LINK_SECONDS,
    // The second half of a change of e-mail: the new one is verified too.
    sendVerificationEmail: async ({ user: { email }, token }) => {
      if ((await limits.count(linkFor, email)) !== null) return
      await queueChangeMail(db, secret, { email, token, step: 'new' })
    },
    afterEmailVerification: async (user, request) => {
      const address = request?.headers.get(ADDRESS_HEADER) ?? null
      const token = request && new URL(request.url).searchParams.get('token')
      const action = token && decodeJwt(token).updateTo ? 'email-changed' : 'email-verified'
      await recordAudit(db, { action, actor: user, subject: user, address })
    },
  } satisfies BetterAuthOptions['emailVerification']
}

/** What better-auth needs to know to change e-mails: the old one, which is verified, agrees first. */
export function changingEmails({ db, secret }: { db: Db; secret: string }) {
  return {
    enabled: true,
    sendChangeEmailConfirmation: ({ user, newEmail, token }) =>
      queueChangeMail(db, secret, { email: user.email, token, step: 'old', newEmail }),
  } satisfies NonNullable<BetterAuthOptions['user']>['changeEmail']
}

/** After a change of e-mail, which alone hands a session out, the other sessions end. */
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
 * Only the account itself verifies its e-mail: a mail program that opens links, or a stranger whose
 * address was misused, verifies nothing for whoever registered with it.
 */
export const requireOwnLink = createAuthMiddleware(async (ctx) => {
  const session = await getSessionFromCtx(ctx)
  if (!session) throw new APIError(401, { code: 'not-signed-in', message: 'Please log in.' })
  if (emailIn(ctx.query?.token) !== session.user.email) {
    const message = 'This link belongs to another account.'
    throw new APIError(403, { code: 'auth/other-account', message })
  }
})

/** The e-mail that a link names; its signature is checked by better-auth afterwards. */
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
