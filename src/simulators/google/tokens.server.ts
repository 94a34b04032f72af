import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { redeemCode } from './codes.server.ts'
import { claimsOf } from './demo-accounts.ts'
import type { Provider } from './google-simulator.server.ts'
import { readToken, type SigningKey, signToken } from './id-token.server.ts'

const LIFETIME_SECONDS = 3600

const tokenRequest = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
})

/** What the shop's server asks for: `POST /token` for a code, and `GET /userinfo`. */
export function createTokens(provider: Provider, key: SigningKey): Hono {
  const { pool, clock, issuer, serverUrl, clientId, clientSecret, accounts } = provider
  const userinfo = `${serverUrl}/userinfo`
  const find = (sub: string | null | undefined) => accounts.find((account) => account.sub === sub)
  const app = new Hono()

  app.post('/token', async (c) => {
    c.header('Cache-Control', 'no-store')
    const form = tokenRequest.safeParse(await c.req.parseBody())
    if (!form.success) return refuse(c, 400, 'invalid_request')
    const asked = form.data
    if (asked.client_id !== clientId || !isSame(asked.client_secret, clientSecret)) {
      return refuse(c, 401, 'invalid_client')
    }
    // Redeemed before the rest is looked at: a code that somebody tried is spent.
    const grant = await redeemCode(pool, clock(), asked.code)
    const account = find(grant?.sub)
    const isMeant =
      grant?.clientId === asked.client_id &&
      grant.redirectUri === asked.redirect_uri &&
      isSame(grant.codeChallenge, challengeOf(asked.code_verifier))
    if (!account || !isMeant) return refuse(c, 400, 'invalid_grant')

    const token = { issuer, sub: account.sub, now: clock(), lifetimeSeconds: LIFETIME_SECONDS }
    const claims = { ...claimsOf(account), nonce: grant.nonce }
    return c.json({
      token_type: 'Bearer',
      expires_in: LIFETIME_SECONDS,
      scope: 'openid email profile',
      id_token: await signToken(key, { ...token, audience: clientId, claims }),
      access_token: await signToken(key, { ...token, audience: userinfo, claims: {} }),
    })
  })

  app.get('/userinfo', async (c) => {
    const token = c.req.header('Authorization')?.match(/^Bearer (.+)$/)?.[1] ?? ''
    const sub = await readToken(key, token, { issuer, audience: userinfo, now: clock() })
    const account = find(sub)
    return account ? c.json(claimsOf(account)) : refuse(c, 401, 'invalid_token')
  })
  return app
}

function refuse(c: Context, status: 400 | 401, error: string): Response {
  return c.json({ error }, status)
}

/** The S256 challenge that a PKCE verifier answers (RFC 7636). */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(right))
}
