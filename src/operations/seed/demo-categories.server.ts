import categories from '#db/seed/categories.json' with { type: 'json' }
import type { Db } from '#platform/database/database.server.ts'

export async function addDemoCategories(db: Db): Promise<void> {
  const rows = categories.map(({ slug, parent, name }, position) => ({
    slug,
    parent,
    name,
    position,
  }))
  await db.insertInto('category').values(rows).execute()
  const described = categories.flatMap(({ slug, specifications }) =>
    specifications.map((specification, position) => ({
      ...specification,
      category: slug,
      position,
    })),
  )
  await db.insertInto('specification').values(described).execute()
}
