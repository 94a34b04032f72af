import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { isNearStart, nearerEnd } from '#platform/database/nearer-end.server.ts'
import { hasWords, wordQuery } from '#platform/database/word-search.server.ts'
import { normalEmail } from '#platform/email.ts'
import { type StoredUser, userColumns } from '#shop/auth/user-queries.server.ts'
import type { UserSort } from '#shop/users/user-sorts.ts'

const orders: Record<UserSort, RawBuilder<unknown>> = {
  newest: sql`id desc`,
  name: sql`lower(name collate "und-x-icu") collate "und-x-icu", id`,
  // The ids of orders ascend.
  'last-order': sql`(
    select placed_at from orders where account_id = account.id order by orders.id desc limit 1
  ) desc nulls last, id desc`,
}

/**
 * Returns one page of the users that match a search; `page` starts at 0. The newest first are read from
 * the nearer end of the list.
 */
export async function listUsers(
  db: Db,
  { search, size, page, sort }: { search: string; size: number; page: number; sort: UserSort },
): Promise<StoredUser[]> {
  if (sort !== 'newest') {
    const sorted = usersOf(db, usersFound(db, search)).orderBy(orders[sort])
    return sorted
      .limit(size)
      .offset(size * page)
      .execute()
  }
  const total = isNearStart({ size, page }) ? undefined : await countUsers(db, search)
  const { isForward, limit, offset } = nearerEnd(size * page, size, total)
  return readUsers(
    db,
    usersFound(db, search)
      .orderBy('id', isForward ? 'desc' : 'asc')
      .limit(limit)
      .offset(offset),
  )
}

/** Returns the users after `after`, newest first: one batch of a stream. */
export function listUsersAfter(
  db: Db,
  { search, after, size }: { search: string; after: string | null; size: number },
): Promise<StoredUser[]> {
  return readUsers(
    db,
    usersFound(db, search)
      .$if(after !== null, (query) => query.where('id', '<', after))
      .orderBy('id', 'desc')
      .limit(size),
  )
}

export async function countUsers(db: Db, search: string): Promise<number> {
  const { count } = await usersFound(db, search)
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Ids = ReturnType<typeof usersFound>

// The offset skips narrow ids; only the page's own rows are read in full.
function readUsers(db: Db, ids: Ids): Promise<StoredUser[]> {
  return usersOf(db, ids).orderBy(orders.newest).execute()
}

function usersOf(db: Db, ids: Ids) {
  return db.selectFrom('account').select(userColumns).where('id', 'in', ids)
}

/** Returns the ids of users in whose data each word of the search is a word prefix. */
function usersFound(db: Db, search: string) {
  const open = db.selectFrom('account').select('id').where('closedAt', 'is', null)
  if (search.trim() === '') return db.selectFrom(open.as('found')).select('id')
  const users = open
    .where(hasWords(sql`text_words(name || ' ' || email)`, wordQuery(normalEmail(search))))
    // OFFSET 0 keeps the planner from scanning users one by one instead of using the full-text
    // index.
    .offset(0)
  return db.selectFrom(users.as('found')).select('id')
}
