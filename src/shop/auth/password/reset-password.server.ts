import type { BetterAuthOptions } from 'better-auth'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { RESET_LINK_MINUTES } from '#shop/auth/auth.ts'
import { queueResetMail } from '#shop/auth/auth-mails.server.ts'
import { ADDRESS_HEADER } from '#shop/auth/ip-address-header.server.ts'
import { forgetFailures } from '#shop/auth/sign-in-limits.server.ts'

/** What better-auth needs to know to reset passwords (its hashing of links is set beside it). */
export function resettingPasswords({ db, secret }: { db: Db; secret: string }) {
  return {
    resetPasswordTokenExpiresIn: RESET_LINK_MINUTES * 60,
    revokeSessionsOnPasswordReset: true,
    sendResetPassword: ({ user, token }) => queueResetMail(db, secret, { ...user, token }),
    // Who set it by the link reads that mailbox; other links that were sent there die with this one.
    onPasswordReset: async ({ user }, request) => {
      await db.deleteFrom('verification').where('value', '=', user.id).execute()
      await db
        .updateTable('account')
        .set({ emailVerified: true })
        .where('id', '=', user.id)
        .execute()
      await forgetFailures(db, user.email)
      const address = request?.headers.get(ADDRESS_HEADER) ?? null
      await recordAudit(db, { action: 'password-reset', actor: user, subject: user, address })
    },
  } satisfies Partial<BetterAuthOptions['emailAndPassword']>
}

/**
 * Of two links of one account that are used at the same moment, the first ends the other before any
 * password is set: it locks both, and who comes second finds its own link gone and ends nothing.
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
