import type { Selectable } from 'kysely'
import type { Specification as SpecificationTable } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Category, Specification } from './category.ts'

/** Returns all categories with their specifications, in the admin's order; parents come first. */
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
    specifications: (byCategory.get(slug) ?? []).map(toSpecification),
  }))
}

/** Returns the specifications of a category in order; undefined for an unknown category. */
export async function findSpecifications(db: Db, slug: string): Promise<Specification[] | undefined> {
  const category = await db.selectFrom('category').select('slug').where('slug', '=', slug).executeTakeFirst()
  if (!category) return undefined
  const rows = await db
    .selectFrom('specification')
    .selectAll()
    .where('category', '=', slug)
    .orderBy('position')
    .orderBy('key')
    .execute()
  return rows.map(toSpecification)
}

function toSpecification({ key, name, kind, unit, choices }: Selectable<SpecificationTable>): Specification {
  return { key, name, kind: kind as Specification['kind'], unit, choices }
}
