import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Auth } from 'better-auth'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'

/**
 * Returns the account of the session cookie in `headers`, if the session is valid; read with it in
 * one prepared statement. better-auth reads them separately, and still does when a session is due to
 * be prolonged.
 */
export async function findSessionAccount(db: Db, auth: Auth, headers: Headers) {
  const { secret, authCookies, sessionConfig } = await auth.$context
  const token = signedCookie(headers.get('cookie') ?? '', authCookies.sessionToken.name, secret)
  if (token === null) return null
  const now = Date.now()
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.userId')
    .leftJoin('account as seen', (join) =>
      join
        .onRef('seen.id', '=', 'session.seesAs')
        .on('session.seesUntil', '>', new Date(now))
        .on('account.role', '=', 'admin'),
    )
    .modifyFront(prepared('find-session-account'))
    .select(['account.id', 'account.email', 'account.emailVerified', 'account.name'])
    .select(['account.image', 'account.role', 'session.expiresAt'])
    .select(['seen.id as seenId', 'seen.name as seenName', 'session.seesUntil'])
    .where('session.token', '=', token)
    .where('session.expiresAt', '>', new Date(now))
    .where('account.closedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { expiresIn, updateAge } = sessionConfig
  const isDue = row.expiresAt.getTime() - expiresIn * 1000 + updateAge * 1000 <= now
  return isDue && !(await auth.api.getSession({ headers })) ? null : row
}

/** The value of a cookie that better-auth signed; null when it is absent or its signature is wrong. */
function signedCookie(header: string, name: string, secret: string): string | null {
  const cookie = header.split(/; */).find((part) => part.startsWith(`${name}=`))
  if (cookie === undefined) return null
  const signed = decodeCookie(cookie.slice(name.length + 1))
  const end = signed.lastIndexOf('.')
  if (end < 1) return null
  const value = signed.slice(0, end)
  const signature = Buffer.from(signed.slice(end + 1), 'base64')
  const expected = createHmac('sha256', secret).update(value).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? value : null
}

function decodeCookie(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
