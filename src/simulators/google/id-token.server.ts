import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { Pool } from 'pg'

export type SigningKey = Awaited<ReturnType<typeof openSigningKey>>

const ALGORITHM = 'RS256'
const KEY_ID = 'google-simulator-1'

/** The key pair that signs for all processes on this database: made once, by whoever is first. */
export async function openSigningKey(pool: Pool) {
  const made = await generateKeyPair(ALGORITHM, { extractable: true })
  await pool.query(
    'insert into google_simulator.signing_key values ($1, $2) on conflict (id) do nothing',
    [KEY_ID, await exportJWK(made.privateKey)],
  )
  const { rows } = await pool.query<{ private_jwk: JWK }>(
    'select private_jwk from google_simulator.signing_key where id = $1',
    [KEY_ID],
  )
  const [row] = rows
  if (!row) throw new Error('The signing key is gone')
  const { kty, n, e } = row.private_jwk
  const publicJwk: JWK = { kty, n, e, kid: KEY_ID, alg: ALGORITHM, use: 'sig' }
  return {
    publicJwk,
    publicKey: await importJWK(publicJwk, ALGORITHM),
    privateKey: await importJWK(row.private_jwk, ALGORITHM),
  }
}

/** Signs what the provider says of `sub` to `audience`. */
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

/** Whose token this is, when it is ours, in time and meant for `audience`; else null. */
export async function readToken(
  key: SigningKey,
  token: string,
  wanted: { issuer: string; audience: string; now: Date },
): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, key.publicKey, {
      issuer: wanted.issuer,
      audience: wanted.audience,
      algorithms: [ALGORITHM],
      currentDate: wanted.now,
    })
    return payload.sub ?? null
  } catch {
    return null
  }
}
