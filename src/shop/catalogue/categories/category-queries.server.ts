import type { Db } from '#platform/database/database.server.ts'
import type { Category, Specification } from './category.ts'

/** Returns all categories with their specifications, in the owner's order; parents come first. */
export async function listCategories(db: Db): Promise<Category[]> {
  const [categories, specifications] = await Promise.all([
    db
      .selectFrom('category')
      .selectAll()
      .orderBy('parent', (order) => order.asc().nullsFirst())
      .orderBy('position')
      .orderBy('name')
      .execute(),
    db.selectFrom('specification').selectAll().orderBy('position').orderBy('key').execute(),
  ])
  const byCategory = Map.groupBy(specifications, ({ category }) => category)
  return categories.map(({ slug, parent, name }) => ({
    slug,
    parent,
    name,
    specifications: (byCategory.get(slug) ?? []).map(({ key, name, kind, unit, choices }) => ({
      key,
      name,
      kind: kind as Specification['kind'],
      unit,
      choices,
    })),
  }))
}
