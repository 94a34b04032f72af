import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import type { SearchVocabulary } from '#shop/catalogue/search/word-query.server.ts'

/** A group of words that mean the same in a search. */
export type Synonym = { _id: string; terms: string[] }

/** Reads what a search knows besides its text: the categories and the synonyms. */
export async function readVocabulary(db: Db): Promise<SearchVocabulary> {
  const [categories, synonyms] = await Promise.all([listCategories(db), listSynonyms(db)])
  return { categories, synonyms: synonyms.map(({ terms }) => terms) }
}

/** Returns the groups of words that mean the same, by their first word. */
export async function listSynonyms(db: Db): Promise<Synonym[]> {
  const rows = await db.selectFrom('synonym').selectAll().orderBy('terms').orderBy('id').execute()
  return rows.map(({ id, terms }) => ({ _id: id, terms }))
}

/** Adds a group. */
export async function addSynonym(db: Db, terms: string[]): Promise<Synonym> {
  const { id } = await db
    .insertInto('synonym')
    .values({ terms })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { _id: id, terms }
}

/** Replaces the words of a group; false when there is none. */
export async function changeSynonym(db: Db, id: string, terms: string[]): Promise<boolean> {
  if (!isUuid(id)) return false
  const { numUpdatedRows } = await db
    .updateTable('synonym')
    .set({ terms })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a group; false when there is none. */
export async function deleteSynonym(db: Db, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const { numDeletedRows } = await db.deleteFrom('synonym').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
