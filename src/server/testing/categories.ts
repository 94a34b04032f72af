import type { Db } from '#platform/database/database.server.ts'
import type { Specification } from '#shop/catalogue/categories/category.ts'

/** The specifications of the wrenches below. */
export const wrenchSpecifications: Specification[] = [
  { key: 'jaw-width', name: 'Jaw width', kind: 'number', unit: 'mm', choices: null },
  { key: 'finish', name: 'Finish', kind: 'choice', unit: null, choices: ['chrome', 'black oxide'] },
  { key: 'standard', name: 'Standard', kind: 'text', unit: null, choices: null },
]

/** Adds the categories Hand Tools, and Wrenches and Hammers below it; hammers have another finish. */
export async function addCategories(db: Db): Promise<void> {
  await addCategory(db, { slug: 'hand-tools', name: 'Hand Tools' })
  await addCategory(db, { slug: 'wrenches', name: 'Wrenches', parent: 'hand-tools' })
  await addCategory(db, { slug: 'hammers', name: 'Hammers', parent: 'hand-tools' })
  await addSpecifications(db, 'wrenches', wrenchSpecifications)
  await addSpecifications(db, 'hammers', [
    { key: 'weight', name: 'Weight', kind: 'number', unit: 'g', choices: null },
    { key: 'finish', name: 'Finish', kind: 'choice', unit: null, choices: ['black oxide'] },
    { key: 'standard', name: 'Standard', kind: 'text', unit: null, choices: null },
  ])
}

export async function addCategory(
  db: Db,
  category: { slug: string; name: string; parent?: string; position?: number },
): Promise<void> {
  await db.insertInto('category').values(category).execute()
}

async function addSpecifications(db: Db, category: string, specifications: Specification[]) {
  const rows = specifications.map((one, position) => ({ ...one, category, position }))
  await db.insertInto('specification').values(rows).execute()
}
