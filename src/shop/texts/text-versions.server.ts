import { isDeepStrictEqual } from 'node:util'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'

/** How many versions of each text an admin can bring back. */
const KEPT = 10

/** Keeps what a change of a post or a page replaces, in the transaction of the change. */
export async function keepVersion(db: Db, text: string, before: object, after: object) {
  if (isDeepStrictEqual(before, after)) return
  await db
    .insertInto('textVersion')
    .values({ text, postId: isUuid(text) ? text : null, content: JSON.stringify(before) })
    .execute()
  const old = versionsOf(db, text).clearSelect().select('id').offset(KEPT)
  await db.deleteFrom('textVersion').where('id', 'in', old).execute()
}

/** The earlier versions of a text, the latest first. */
export function versionsOf(db: Db, text: string) {
  return db
    .selectFrom('textVersion')
    .select(['id', 'content', 'replacedAt'])
    .where('text', '=', text)
    .orderBy('id', 'desc')
}
