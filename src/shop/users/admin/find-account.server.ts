import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { userColumns } from '#shop/auth/user-queries.server.ts'

/** A user with what only admins see. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Finds a user by id; deleted users too, which have a pseudonym and nothing else. */
export async function findAccount(db: Db, id: string) {
  if (!isUuid(id)) return undefined
  return db
    .selectFrom('account')
    .select([...userColumns, 'createdAt', 'closedAt', 'taxTreatment', 'taxReference'])
    .where('id', '=', id)
    .executeTakeFirst()
}
