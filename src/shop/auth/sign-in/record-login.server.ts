import type { GenericEndpointContext } from 'better-auth'
import type { Db } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { provesSecondFactor } from '#shop/auth/second-factor/second-factor.server.ts'
import { endOldestSessions } from '#shop/auth/sessions/sessions.server.ts'

/** Completes a login: records it, and ends the session that this browser had before. */
export async function completeLogin(
  db: Db,
  session: { userId: string; token: string; ipAddress?: string | null | undefined },
  context: GenericEndpointContext,
): Promise<void> {
  const account = await db
    .selectFrom('account')
    .select(['id', 'email', 'twoFactorEnabled'])
    .where('id', '=', session.userId)
    .executeTakeFirst()
  if (!account) return
  // The password alone is not enough: better-auth ends the session until the second factor is verified.
  if (account.twoFactorEnabled && !provesSecondFactor(context.path)) return
  await endReplacedSession(db, session.token, context)
  await endOldestSessions(db, account.id)
  const ipAddress = session.ipAddress ?? null
  await recordAudit(db, { action: 'login', actor: account, subject: account, ipAddress })
}

// The new cookie replaces the old one, so signing out could no longer end that session.
async function endReplacedSession(
  db: Db,
  newToken: string,
  { getSignedCookie, context }: GenericEndpointContext,
): Promise<void> {
  const token = await getSignedCookie(context.authCookies.sessionToken.name, context.secret)
  if (!token || token === newToken) return
  await db.deleteFrom('session').where('token', '=', token).execute()
}
