import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { Pool } from 'pg'

export type SigningKey = Awaited<ReturnType<typeof openSigningKey>>

const ALGORITHM = 'RS256'
const KEY_ID = 'google-simulator-1'

/** Returns the signing key shared by all processes on this database; the first process creates it. */
export async function openSigningKey(pool: Pool) {
  const newKey = await generateKeyPair(ALGORITHM, { extractable: true })
  await pool.query('insert into google_simulator.signing_key values ($1, $2) on conflict (id) do nothing', [
    KEY_ID,
    await exportJWK(newKey.privateKey),
  ])
  const { rows } = await pool.query<{ private_jwk: JWK }>(
    'select private_jwk from google_simulator.signing_key where id = $1',
    [KEY_ID],
  )
  const [row] = rows
  if (!row) throw new Error('The signing key is missing')
  const { kty, n, e } = row.private_jwk
  const publicJwk: JWK = { kty, n, e, kid: KEY_ID, alg: ALGORITHM, use: 'sig' }
  return {
    publicJwk,
    publicKey: await importJWK(publicJwk, ALGORITHM),
    privateKey: await importJWK(row.private_jwk, ALGORITHM),
  }
}

/** Signs a token about `sub` for `audience`. */
export function signToken(
  key: SigningKey,
  token: {
    issuer: string
    audience: string
    sub: string
    claims: object
    now: Date
    lifetimeSeconds: number
  },
): Promise<string> {
  const issuedAt = Math.floor(token.now.getTime() / 1000)
  return new SignJWT({ ...token.claims })
    .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID })
    .setIssuer(token.issuer)
    .setAudience(token.audience)
    .setSubject(token.sub)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + token.lifetimeSeconds)
    .sign(key.privateKey)
}

/** Returns the subject of a valid token for this audience, otherwise null. */
export async function readToken(
  key: SigningKey,
  token: string,
  expected: { issuer: string; audience: string; now: Date },
): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, key.publicKey, {
      issuer: expected.issuer,
      audience: expected.audience,
      algorithms: [ALGORITHM],
      currentDate: expected.now,
    })
    return payload.sub ?? null
  } catch {
    return null
  }
}
