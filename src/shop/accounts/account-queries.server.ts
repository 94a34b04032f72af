import type { Db } from '#platform/database.server.ts'
import type { Viewer } from './account.ts'
import type { Identity } from './identity.server.ts'

const columns = [
  'id',
  'email',
  'name',
  'image',
  'role',
  'phone',
  'country',
  'city',
  'address',
] as const

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** The account with this (normal) e-mail address. */
export function findAccount(db: Db, email: string) {
  return db.selectFrom('account').select(columns).where('email', '=', email).executeTakeFirst()
}

/** Writes the given fields of a profile; undefined when there is no such account. */
export function updateProfile(
  db: Db,
  accountId: string,
  profile: Partial<Pick<AccountRow, 'name' | 'phone' | 'country' | 'city' | 'address'>>,
) {
  return db
    .updateTable('account')
    .set({ ...profile, updatedAt: new Date() })
    .where('id', '=', accountId)
    .returning(columns)
    .executeTakeFirst()
}

/** Who the session cookie of a page request belongs to. */
export async function findViewer(
  db: Db,
  identity: Identity,
  headers: Headers,
): Promise<Viewer | null> {
  if (!headers.has('cookie')) return null
  const signedIn = await identity.api.getSession({ headers })
  const account = signedIn && (await findAccount(db, signedIn.user.email))
  if (!account) return null
  return {
    uid: account.id,
    email: account.email,
    displayName: account.name,
    photoURL: account.image,
    isAdmin: account.role === 'admin',
  }
}
