import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'

export type TokenClaims = { accountId: string; sessionId: string }

export type AccessTokens = {
  issue: (claims: TokenClaims) => Promise<string>
  /** Returns the claims of a valid, unexpired token, else null. */
  read: (token: string) => Promise<TokenClaims | null>
}

const LIFETIME_SECONDS = 15 * 60
const ISSUER = 'forgewell'
const AUDIENCE = 'forgewell-api'
// RFC 9068: a token of another kind, such as an ID token, is no access token.
const TYPE = 'at+jwt'
const MAX_TOKENS = 10_000
const PROTECTED_HEADER = { alg: 'HS256', typ: TYPE }
/** The encoded header of every token; comparing it refuses all others cheaply. */
const HEADER = `${Buffer.from(JSON.stringify(PROTECTED_HEADER)).toString('base64url')}.`

/** Issues short-lived bearer tokens, signed with a key derived from `secret` for this purpose only. */
export async function createAccessTokens(secret: string, clock: () => Date): Promise<AccessTokens> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`access-token ${secret}`))
  // jose would import plain bytes again for each token.
  const key = await crypto.subtle.importKey('raw', digest, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
  // Signature checks are cached. Every call checks the expiry, and that the token is not issued in
  // the future, which happens after the clock was set back.
  const verified = new LRUCache<string, JWTPayload>({ max: MAX_TOKENS })
  const verify = async (token: string): Promise<JWTPayload> => {
    const now = clock()
    const seconds = now.getTime() / 1000
    const known = verified.get(token)
    if (known?.exp && known.exp > seconds && Number(known.iat) <= seconds) return known
    const algorithms = ['HS256']
    const { payload } = await jwtVerify(token, key, {
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      algorithms,
      currentDate: now,
      maxTokenAge: LIFETIME_SECONDS,
      requiredClaims: ['exp', 'iat', 'sub', 'sid'],
    })
    verified.set(token, payload)
    return payload
  }
  return {
    issue: ({ accountId, sessionId }) => {
      const now = Math.floor(clock().getTime() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader(PROTECTED_HEADER)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(accountId)
        .setIssuedAt(now)
        .setExpirationTime(now + LIFETIME_SECONDS)
        .sign(key)
    },
    read: async (token) => {
      if (!token.startsWith(HEADER)) return null
      try {
        const payload = await verify(token)
        return typeof payload.sub === 'string' && typeof payload.sid === 'string'
          ? { accountId: payload.sub, sessionId: payload.sid }
          : null
      } catch {
        return null
      }
    },
  }
}
