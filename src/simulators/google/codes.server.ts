import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'

/** The data behind a code: the chosen account and the authorization request. */
export type Grant = {
  sub: string
  clientId: string
  redirectUri: string
  codeChallenge: string
  nonce?: string | undefined
}

const LIFETIME_SECONDS = 60

/** Creates a single-use code for `grant` that is valid for a minute. */
export async function issueCode(pool: Pool, now: Date, grant: Grant): Promise<string> {
  const code = randomBytes(24).toString('base64url')
  await pool.query('delete from google_simulator.code where expires_at < $1', [now])
  await pool.query('insert into google_simulator.code values ($1, $2, $3)', [
    code,
    grant,
    new Date(now.getTime() + LIFETIME_SECONDS * 1000),
  ])
  return code
}

/** Consumes a code. Returns its grant, or null when the code is unknown, used or expired. */
export async function redeemCode(pool: Pool, now: Date, code: string): Promise<Grant | null> {
  const { rows } = await pool.query<{ body: Grant; expires_at: Date }>(
    'delete from google_simulator.code where code = $1 returning body, expires_at',
    [code],
  )
  const [row] = rows
  return row && row.expires_at > now ? row.body : null
}
