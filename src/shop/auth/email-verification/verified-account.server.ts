import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'

/**
 * Creates a user whose e-mail counts as verified because the operator provided it; null when the
 * e-mail is taken. The user has no sign-in method yet.
 */
export async function createVerifiedUser(
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
