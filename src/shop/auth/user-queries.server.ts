import type { Db } from '#platform/database/database.server.ts'
import { normalEmail } from '#platform/email.ts'
import { emailText } from '#platform/email-text.server.ts'
import type { Auth } from './auth.server.ts'
import type { CurrentUser } from './auth.ts'

/** What the API and the pages say of an account. */
export const accountColumns = [
  'id',
  'email',
  'emailVerified',
  'name',
  'image',
  'role',
  'phone',
  'country',
  'city',
  'postcode',
  'address',
] as const

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** The open account with this e-mail. */
export function findAccount(db: Db, email: string) {
  return db
    .selectFrom('account')
    .select(accountColumns)
    .where('email', '=', normalEmail(email))
    .where('closedAt', 'is', null)
    .executeTakeFirst()
}

/**
 * Writes the given fields of a profile; undefined when there is no such account. A name that is
 * emptied becomes the part of the e-mail before the @: orders and reviews always carry a name.
 */
export function updateProfile(
  db: Db,
  { id, email }: { id: string; email: string },
  profile: Partial<
    Pick<AccountRow, 'name' | 'phone' | 'country' | 'city' | 'postcode' | 'address'>
  >,
) {
  return db
    .updateTable('account')
    .set({
      ...profile,
      ...(profile.name === '' && { name: email.split('@')[0] ?? '' }),
      updatedAt: new Date(),
    })
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .returning(accountColumns)
    .executeTakeFirst()
}

/** Who the session cookie of a page request belongs to. */
export async function findCurrentUser(
  db: Db,
  identity: Auth,
  headers: Headers,
): Promise<CurrentUser | null> {
  if (!headers.has('cookie')) return null
  const signedIn = await identity.api.getSession({ headers })
  const account = signedIn && (await findAccount(db, signedIn.user.email))
  if (!account) return null
  return {
    uid: account.id,
    email: emailText(account.email),
    emailVerified: account.emailVerified,
    displayName: account.name,
    photoURL: account.image,
    isAdmin: account.role === 'admin',
  }
}
