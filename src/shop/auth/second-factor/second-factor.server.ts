import { passkey } from '@better-auth/passkey'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins'
import type { Db } from '#platform/database/database.server.ts'
import { ipAddressIn } from '#platform/http/ip-address.server.ts'
import type { RateLimit, RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { codePath, safeReturnPath } from '#shop/auth/auth.ts'
import { endOtherSessions } from '#shop/auth/sessions/sessions.server.ts'

const ISSUER_CODES = ['/two-factor/verify-totp', '/two-factor/verify-backup-code']
const PASSKEY_SIGN_IN = '/passkey/verify-authentication'
const GOOGLE_CALLBACK = '/callback/:id'

/** Returns whether a session has a second factor after this better-auth endpoint. */
export function provesSecondFactor(path: string | undefined): boolean {
  return path !== undefined && [...ISSUER_CODES, PASSKEY_SIGN_IN].includes(path)
}

// A code is valid for 30 seconds plus clock tolerance; this blocks its reuse.
const codeUses: RateLimit = { name: 'two-factor code', most: 1, seconds: 2 * 60 }

type Environment = {
  db: Db
  limits: RateLimits
  publicUrl: string
  site: { name: string }
  trustedOrigins: string[]
}

/** Returns the better-auth plugins for authenticator apps with recovery codes, and for passkeys. */
export function secondFactors(environment: Environment): BetterAuthPlugin[] {
  const codes = twoFactor({ allowPasswordless: true })
  const challenge = codes.hooks.after[0]?.handler
  if (!challenge) throw new Error('Unexpected two-factor plugin structure')
  return [
    codes,
    {
      id: 'second-factor',
      hooks: {
        after: [
          // Google sign-ins are asked for the code just like password logins.
          { matcher: ({ path }) => path === GOOGLE_CALLBACK, handler: challenge },
          { matcher: ({ path }) => path === GOOGLE_CALLBACK, handler: toCodeForm(environment) },
          {
            matcher: ({ path }) => path === '/two-factor/verify-totp',
            handler: afterCode(environment),
          },
        ],
      },
    },
    passkeys(environment),
  ]
}

/** The challenge responds with JSON; browsers returning from Google need a redirect to the code form. */
function toCodeForm({ publicUrl }: Environment) {
  return createAuthMiddleware(async (ctx) => {
    const { returned, responseHeaders } = ctx.context
    if (isAPIError(returned) || !isChallenge(returned)) return
    const location = responseHeaders?.get('location')
    const from = location ? new URL(location, publicUrl).searchParams.get('from') : null
    throw ctx.redirect(publicUrl + codePath(safeReturnPath(from)))
  })
}

function isChallenge(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'twoFactorRedirect' in answer
}

/** Accepts each code once. A code from a signed-in user completes the setup or proves this session. */
function afterCode({ db, limits }: Environment) {
  return createAuthMiddleware(async (ctx) => {
    const { newSession, returned, session: before } = ctx.context
    if (isAPIError(returned)) return
    const current = newSession ?? before
    if (!current) return
    const { user, session } = current
    if ((await limits.count(codeUses, `${user.id} ${ctx.body.code}`)) !== null) {
      if (newSession) await db.deleteFrom('session').where('id', '=', session.id).execute()
      throw new APIError(401, { code: 'INVALID_CODE', message: 'This code was already used.' })
    }
    await db.updateTable('session').set({ secondFactorAt: new Date() }).where('id', '=', session.id).execute()
    const isNew = before !== null && newSession !== null
    if (!isNew) return
    await endOtherSessions(db, user.id, session.id)
    const ipAddress = ipAddressIn(ctx.headers)
    await recordAudit(db, { action: 'two-factor-enabled', actor: user, subject: user, ipAddress })
  })
}

function passkeys({ publicUrl, site, trustedOrigins }: Environment): BetterAuthPlugin {
  const { hostname, origin } = new URL(publicUrl)
  return passkey({
    rpID: hostname,
    rpName: site.name,
    origin: [origin, ...trustedOrigins],
    // A passkey counts as both factors: possession of the device, and the user verification on it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    authentication: {
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw notVerified()
      },
    },
    registration: {
      afterVerification: async ({ verification }) => {
        if (!verification.registrationInfo?.userVerified) throw notVerified()
      },
    },
    schema: { passkey: { fields: { credentialID: 'credentialId' } } },
  })
}

function notVerified(): APIError {
  const message = 'The passkey must ask for your fingerprint, face or PIN.'
  return new APIError(401, { code: 'USER_NOT_VERIFIED', message })
}

/** Removes all second factors of a user who is deleted or whose account changes hands. */
export async function dropSecondFactors(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('twoFactor').where('userId', '=', accountId).execute()
  await db.deleteFrom('passkey').where('userId', '=', accountId).execute()
  await db.updateTable('account').set({ twoFactorEnabled: false }).where('id', '=', accountId).execute()
}
