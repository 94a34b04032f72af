import type { Auth } from 'better-auth'
import { type Selectable, sql } from 'kysely'
import type { Account } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { normalEmail } from '#platform/email.ts'
import { emailText } from '#platform/email-text.server.ts'
import type { CurrentUser } from './auth.ts'
import { findSessionAccount } from './session-account.server.ts'

export const userColumns = [
  'id',
  'email',
  'emailVerified',
  'name',
  'image',
  'role',
  'phone',
  'country',
  'city',
  'region',
  'postcode',
  'address',
  'company',
  'taxId',
] as const

/** The profile of a user whose data was removed. */
export const emptyProfile = {
  image: null,
  phone: '',
  country: '',
  city: '',
  region: '',
  postcode: '',
  address: '',
  company: '',
  taxId: '',
  taxTreatment: 'standard',
  taxReference: null,
} satisfies Partial<Selectable<Account>>

export type StoredUser = Pick<Selectable<Account>, (typeof userColumns)[number]>

/** Returns the user with this e-mail, if not deleted. */
export function findUser(db: Db, email: string): Promise<StoredUser | undefined> {
  return db
    .selectFrom('account')
    .select(userColumns)
    .where('email', '=', normalEmail(email))
    .where('closedAt', 'is', null)
    .executeTakeFirst()
}

/**
 * Updates the given profile fields; undefined when the user does not exist. An empty name becomes
 * the local part of the e-mail, because orders and reviews always carry a name.
 */
export function updateProfile(
  db: Db,
  { id, email }: { id: string; email: string },
  profile: Partial<
    Pick<
      StoredUser,
      'name' | 'phone' | 'country' | 'city' | 'region' | 'postcode' | 'address' | 'company' | 'taxId'
    >
  >,
): Promise<StoredUser | undefined> {
  return db
    .updateTable('account')
    .set({
      ...profile,
      ...(profile.name === '' && { name: email.split('@')[0] ?? '' }),
      updatedAt: new Date(),
    })
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .returning(userColumns)
    .executeTakeFirst()
}

/** Returns the user of the session cookie of a page request. */
export async function findCurrentUser(db: Db, auth: Auth, headers: Headers): Promise<CurrentUser | null> {
  if (!headers.has('cookie')) return null
  const account = await findSessionAccount(db, auth, headers)
  if (!account) return null
  const { seenId, seenName, seesUntil } = account
  return {
    uid: account.id,
    email: emailText(account.email),
    emailVerified: account.emailVerified,
    displayName: account.name,
    photoURL: account.image,
    isAdmin: account.role === 'admin',
    ...(seenId !== null && {
      seesAs: { uid: seenId, name: seenName ?? '', until: seesUntil?.toISOString() ?? '' },
    }),
  }
}

export async function hasPassword(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('credential')
    .select('id')
    .where('userId', '=', accountId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row !== undefined
}

/** The order in which accounts are locked: admins first, all of whom a deletion locks before its user, then by id. */
export const accountLockOrder = sql`account.role = 'admin' desc, account.id`

/** Returns those of these users that are not deleted, in the order in which they are locked. */
export function listUsersOf(db: Db, ids: string[]): Promise<StoredUser[]> {
  return db
    .selectFrom('account')
    .select(userColumns)
    .where('id', 'in', ids)
    .where('closedAt', 'is', null)
    .orderBy(accountLockOrder)
    .execute()
}

/**
 * Locks accounts against their deletion until the running transaction ends. They are locked before lists,
 * lines and payments, as by the deletion, because the rows that follow refer to them.
 */
export async function keepAccounts(db: Db, accountIds: readonly string[]): Promise<void> {
  await sql`select from account where id = any(${accountIds}::uuid[])
    order by ${accountLockOrder} for key share`.execute(db)
}
