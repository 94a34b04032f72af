import type { Db } from '#platform/database/database.server.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import type { SearchVocabulary } from '#shop/catalogue/search/word-query.server.ts'

/** Reads the categories and the synonyms. */
export async function readVocabulary(db: Db): Promise<SearchVocabulary> {
  const [categories, synonyms] = await Promise.all([listCategories(db), listSynonyms(db)])
  return { categories, synonyms: synonyms.map(({ terms }) => terms) }
}

/** Returns the groups of words that mean the same, by their first word. */
export async function listSynonyms(db: Db): Promise<{ id: string; terms: string[] }[]> {
  return db.selectFrom('synonym').selectAll().orderBy('terms').orderBy('id').execute()
}
