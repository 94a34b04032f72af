import type pg from 'pg'
import { createPasswordHashing } from '#shop/auth/password/password-hashing.server.ts'

/** The password of all seeded users. */
export const PASSWORD = 'correct horse'

/** Gives all users of a stopped shop a password whose hash is cheap to check. */
export async function givePasswords(pool: pg.Pool): Promise<void> {
  const hash = await createPasswordHashing({ memoryCost: 64, timeCost: 1 }).hash(PASSWORD)
  await pool.query(
    `insert into credential (id, user_id, account_id, provider_id, password)
     select gen_random_uuid(), id, id::text, 'credential', $1 from account`,
    [hash],
  )
}

/** The e-mail of a seeded user. */
export function emailOf(number: number): string {
  return `user-${number + 1}@proof.example`
}
