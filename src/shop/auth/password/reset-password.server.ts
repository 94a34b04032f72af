import type { BetterAuthOptions } from 'better-auth'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { DEVICE_HEADER, ipAddressIn } from '#platform/http/ip-address.server.ts'
import type { RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { queueLinkMail } from '#shop/auth/auth-mails.server.ts'
import { RESET_LINK_MINUTES } from '#shop/auth/auth-texts.ts'
import { type ReclaimHooks, reclaimAccount } from '#shop/auth/email-verification/reclaim-account.server.ts'
import { countLinkMail, forgetLinkMails } from '#shop/auth/link-mail-limits.server.ts'
import { clearFailures } from '#shop/auth/sign-in/sign-in-limits.server.ts'
import type { VisitorLimits } from '#shop/auth/visitor-limits.server.ts'

/** Returns better-auth's options for password resets; the hashing of links is configured in auth.server.ts. */
export function passwordResetOptions(environment: {
  db: Db
  limits: RateLimits
  visitorLimits: VisitorLimits
  reclaim: ReclaimHooks
  secret: string
}) {
  const { db, reclaim, secret } = environment
  return {
    resetPasswordTokenExpiresIn: RESET_LINK_MINUTES * 60,
    revokeSessionsOnPasswordReset: true,
    // The response does not reveal whether the mail was sent.
    sendResetPassword: async ({ user: { email, emailVerified }, token }, request) => {
      const ipAddress = ipAddressIn(request?.headers)
      // Anyone can register a tagged address of a mailbox, and so get a device for it.
      const device = (emailVerified && request?.headers.get(DEVICE_HEADER)) || null
      if ((await countLinkMail(environment, { email, ipAddress, device })) !== null) return
      await queueLinkMail(db, secret, 'reset-password', { email, token })
    },
    // Using the link proves access to the mailbox; all other links sent there expire.
    onPasswordReset: async ({ user }, request) => {
      await clearFailures(db, user.email)
      await forgetLinkMails(environment, user.email)
      const ipAddress = ipAddressIn(request?.headers)
      await db.deleteFrom('verification').where('value', '=', user.id).execute()
      const name = user.email.split('@')[0] ?? ''
      await reclaimAccount(db, reclaim, user.id, { name, ipAddress, keepsPassword: true })
      await recordAudit(db, { action: 'password-reset', actor: user, subject: user, ipAddress })
    },
  } satisfies Partial<BetterAuthOptions['emailAndPassword']>
}

/**
 * When two links of one account are used concurrently, the first deletes the other before any
 * password is set: it locks both rows, so the second finds its link gone and stops.
 */
export async function endOtherResetLinks(
  db: Db,
  { id, value: accountId }: { id: string; value: string },
): Promise<void> {
  await sql`
    with links as materialized (
      select id from verification where value = ${accountId} order by id for update
    )
    delete from verification
    where value = ${accountId} and id <> ${id} and exists (select from links where id = ${id})
  `.execute(db)
}
