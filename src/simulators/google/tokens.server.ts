import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { redeemCode } from './codes.server.ts'
import { claimsOf } from './demo-accounts.ts'
import { readToken, type SigningKey, signToken } from './id-token.server.ts'
import type { Provider } from './provider.server.ts'

const LIFETIME_SECONDS = 3600

const tokenRequest = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
})

/** The routes for the shop's server: `POST /token` exchanges a code, `GET /userinfo` returns claims. */
export function createTokens(provider: Provider, key: SigningKey): Hono {
  const { pool, clock, issuer, serverUrl, clientId, clientSecret, accounts } = provider
  const userinfo = `${serverUrl}/userinfo`
  const find = (sub: string | null | undefined) => accounts.find((account) => account.sub === sub)
  const app = new Hono()

  app.post('/token', async (c) => {
    c.header('Cache-Control', 'no-store')
    const form = tokenRequest.safeParse(await c.req.parseBody())
    if (!form.success) return refuse(c, 400, 'invalid_request')
    const request = form.data
    if (request.client_id !== clientId || !isSame(request.client_secret, clientSecret)) {
      return refuse(c, 401, 'invalid_client')
    }
    // Consume the code before checking the rest, so that a failed attempt uses it up.
    const grant = await redeemCode(pool, clock(), request.code)
    const account = find(grant?.sub)
    const isValid =
      grant?.clientId === request.client_id &&
      grant.redirectUri === request.redirect_uri &&
      isSame(grant.codeChallenge, challengeOf(request.code_verifier))
    if (!account || !isValid) return refuse(c, 400, 'invalid_grant')

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

/** Returns the S256 challenge of a PKCE verifier (RFC 7636). */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

/** Compares two texts in constant time. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
