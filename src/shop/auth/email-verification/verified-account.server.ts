import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'

/**
 * Adds an account whose e-mail counts as verified, because the operator named it; null when that
 * e-mail is taken. It has no way to sign in yet.
 */
export async function createVerifiedAccount(
  db: Db,
  { email, name, role }: { email: string; name: string; role: 'admin' | 'buyer' },
): Promise<string | null> {
  const row = await db
    .insertInto('account')
    .values({ id: uuidv7(), email, name, role, emailVerified: true })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
