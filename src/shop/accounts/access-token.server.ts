import { jwtVerify, SignJWT } from 'jose'

/** What an access token says: whose it is and which session it came from. */
export type TokenClaims = { accountId: string; sessionId: string }

export type AccessTokens = {
  issue: (claims: TokenClaims) => Promise<string>
  /** The claims of a token that is ours and in time, else null. */
  read: (token: string) => Promise<TokenClaims | null>
}

const LIFETIME_SECONDS = 15 * 60
const ISSUER = 'forgewell'

/** Short-lived bearer tokens, signed with a key made from `secret` for this purpose alone. */
export async function createAccessTokens(secret: string, clock: () => Date): Promise<AccessTokens> {
  const key = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`access-token ${secret}`)),
  )
  return {
    issue: ({ accountId, sessionId }) => {
      const now = Math.floor(clock().getTime() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setSubject(accountId)
        .setIssuedAt(now)
        .setExpirationTime(now + LIFETIME_SECONDS)
        .sign(key)
    },
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          issuer: ISSUER,
          algorithms: ['HS256'],
          currentDate: clock(),
        })
        return typeof payload.sub === 'string' && typeof payload.sid === 'string'
          ? { accountId: payload.sub, sessionId: payload.sid }
          : null
      } catch {
        return null
      }
    },
  }
}
