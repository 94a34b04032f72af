import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { type AccountRow, accountColumns } from './account-queries.server.ts'

/** One page of the users that a search finds, newest first; `page` starts at 0. */
export function listUsers(
  db: Db,
  { search, size, page }: { search: string; size: number; page: number },
): Promise<AccountRow[]> {
  return (
    db
      .selectFrom('account')
      .select(accountColumns)
      // The offset walks the narrow index of ids; only the page's own rows are read whole.
      .where('id', 'in', (ids) =>
        ids
          .selectFrom('account')
          .select('id')
          .where('closedAt', 'is', null)
          .where(matches(search))
          .orderBy('id', 'desc')
          .limit(size)
          .offset(size * page),
      )
      .orderBy('id', 'desc')
      .execute()
  )
}

/** The users that follow `after`, newest first: a page of a long stream. */
export function listUsersAfter(
  db: Db,
  { search, after, size }: { search: string; after: string | null; size: number },
): Promise<AccountRow[]> {
  return db
    .selectFrom('account')
    .select(accountColumns)
    .where('closedAt', 'is', null)
    .where(matches(search))
    .$if(after !== null, (query) => query.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(size)
    .execute()
}

/** How many users a search finds. */
export async function countUsers(db: Db, search: string): Promise<number> {
  const { count } = await db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('closedAt', 'is', null)
    .where(matches(search))
    .executeTakeFirstOrThrow()
  return Number(count)
}

// Each word of the search begins a word of the name or the e-mail; the index knows these words.
function matches(search: string) {
  const words = search.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  if (words.length === 0) return search.trim() === '' ? sql<SqlBool>`true` : sql<SqlBool>`false`
  const query = words.map((word) => `${word.toLowerCase()}:*`).join(' & ')
  return sql<SqlBool>`account_words(name, email) @@ to_tsquery('simple', ${query})`
}
