import { isDeepStrictEqual } from 'node:util'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'

/** How many versions of each text an admin can bring back. */
const KEPT = 10

/** A post by its id, or a page by its name. */
const columnOf = (text: string) => (isUuid(text) ? 'postId' : 'page')

/** Keeps what a change of a text replaces, in the transaction of the change. */
export async function keepVersion(db: Db, text: string, before: object, after: object) {
  if (isDeepStrictEqual(before, after)) return
  const column = columnOf(text)
  await db
    .insertInto('textVersion')
    .values({ [column]: text, content: JSON.stringify(before) })
    .execute()
  const old = db.selectFrom('textVersion').select('id').where(column, '=', text)
  await db
    .deleteFrom('textVersion')
    .where('id', 'in', old.orderBy('id', 'desc').offset(KEPT))
    .execute()
}

/** Returns the earlier versions of a text, the latest first. */
export function listVersions(db: Db, text: string) {
  return db
    .selectFrom('textVersion')
    .select(['id', 'content', 'replacedAt'])
    .where(columnOf(text), '=', text)
    .orderBy('id', 'desc')
    .limit(KEPT)
    .execute()
}
