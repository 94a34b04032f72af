import { type Context, Hono } from 'hono'
import { validate as isUuid, NIL } from 'uuid'
import type { RateLimit } from '#platform/http/limits/rate-limits.server.ts'
import { firstCharacters } from '#platform/text.ts'
import { type AuditAction, recordAudit } from '#shop/audit/audit.server.ts'
import type { DeviceCookies } from '#shop/auth/sign-in/device-cookie.server.ts'
import { confirmIdentity, forSession, type SessionVariables } from './confirm-identity.server.ts'
import { bodyOf, type SecurityEnvironment } from './security-api.server.ts'

const codesFrom: RateLimit = { name: 'two-factor code from', most: 30, seconds: 60 }
const codesOf: RateLimit = { name: 'two-factor code of', most: 10, seconds: 15 * 60 }
const passkeysFrom: RateLimit = { name: 'passkey from', most: 30, seconds: 60 }
const LONGEST_NAME = 60

/** Serves the endpoints that set up second factors and sign in with them; `forward` calls better-auth. */
export function createSecondFactorApi(
  environment: SecurityEnvironment,
  forward: (c: Context, body?: object) => Promise<Response>,
  { markSignedIn }: Pick<DeviceCookies, 'markSignedIn'>,
) {
  const { db, auth, limits, clientIpAddress } = environment
  const signedIn = forSession(auth)
  const audit = (c: Context<SessionVariables>, action: AuditAction) => {
    const { user } = c.var.signedIn
    return recordAudit(db, { action, actor: user, subject: user, ipAddress: clientIpAddress(c) })
  }
  /** An endpoint that requires the password; of the body, only the fields that `pick` returns are passed on. */
  const confirmed = async (c: Context<SessionVariables>, pick: (body: Record<string, unknown>) => object) => {
    const body = await bodyOf(c)
    await confirmIdentity(environment, c, body.password)
    return forward(c, pick(body))
  }
  const password = ({ password }: Record<string, unknown>) =>
    typeof password === 'string' ? { password } : {}

  return new Hono()
    .post('/auth/two-factor/enable', signedIn, (c) =>
      // Authenticator apps show the issuer.
      confirmed(c, (body) => ({ ...password(body), issuer: environment.site.name })),
    )
    .post('/auth/two-factor/generate-backup-codes', signedIn, (c) => confirmed(c, password))
    .post('/auth/two-factor/disable', signedIn, async (c) => {
      const answer = await confirmed(c, password)
      if (answer.ok) await audit(c, 'two-factor-disabled')
      return answer
    })
    .on('POST', ['/auth/two-factor/verify-totp', '/auth/two-factor/verify-backup-code'], async (c) => {
      await limits.countRequest(codesFrom, clientIpAddress(c))
      const session = await auth.api.getSession({ headers: c.req.raw.headers })
      // Without a session, better-auth itself counts the attempts of each login and account.
      if (session) await limits.countAction(codesOf, session.user.id)
      const { code } = await bodyOf(c)
      // "Trust this device" is not offered.
      return forward(c, { code: typeof code === 'string' ? code.replaceAll(' ', '') : '' })
    })
    .post('/auth/passkey/generate-register-options', signedIn, async (c) => {
      const { password } = await bodyOf(c)
      await confirmIdentity(environment, c, password)
      return forward(c)
    })
    .post('/auth/passkey/verify-registration', signedIn, async (c) => {
      const { response, name } = await bodyOf(c)
      const answer = await forward(c, { response, name: passkeyName(name) })
      if (!answer.ok) return answer
      const now = new Date()
      await db
        .updateTable('session')
        .set({ secondFactorAt: now })
        .where('id', '=', c.var.signedIn.session.id)
        .execute()
      await audit(c, 'passkey-added')
      return c.json({ status: true }, 200)
    })
    .post('/auth/passkey/delete-passkey', signedIn, async (c) => {
      const answer = await confirmed(c, ({ id }) => ({ id: passkeyId(id) }))
      if (answer.ok) await audit(c, 'passkey-removed')
      return answer
    })
    .get('/auth/passkey/generate-authenticate-options', async (c) => {
      await limits.countRequest(passkeysFrom, clientIpAddress(c))
      return forward(c)
    })
    .post('/auth/passkey/verify-authentication', async (c) => {
      await limits.countRequest(passkeysFrom, clientIpAddress(c))
      const { response } = await bodyOf(c)
      const answer = await forward(c, { response })
      await markSignedIn(c, auth, answer)
      return answer
    })
}

/** Any other text is the id of no passkey, but better-auth would compare it with the column. */
function passkeyId(id: unknown): unknown {
  return typeof id === 'string' && !isUuid(id) ? NIL : id
}

function passkeyName(name: unknown): string {
  const line = typeof name === 'string' ? name.replaceAll(/\p{Cc}+/gu, ' ').trim() : ''
  return firstCharacters(line, LONGEST_NAME) || 'Passkey'
}
