import type { Db } from '#platform/database/database.server.ts'
import { RefusedChange, refusing } from '#platform/database/refused-change.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { type SpecificationChanges, slugFor } from '#shop/catalogue/categories/category-forms.ts'
import { findSpecifications } from '#shop/catalogue/categories/category-queries.server.ts'
import { lockCategories } from '#shop/catalogue/categories/lock-categories.server.ts'
import type { CategoryRefusal } from './category-refusals.server.ts'
import { findCategory, recordCategory } from './manage-categories.server.ts'
import { dropInvalidValues } from './move-products.server.ts'

const LONGEST_KEY = 40

/**
 * Replaces the specifications of a category, in order; those whose key is not sent are removed. Refused
 * without changes when more products would lose a value than the admin confirmed (`losing`).
 */
export async function changeSpecifications(
  db: Db,
  slug: string,
  { specifications: next, seen, losing }: SpecificationChanges,
  audit: AuditContext,
): Promise<Category | CategoryRefusal> {
  return refusing<Category, CategoryRefusal>(db, {}, async (db) => {
    await lockCategories(db, 'exclusive')
    const stored = await findSpecifications(db, slug)
    if (!stored) return { refused: 'no-such-category' }
    const keys = stored.map(({ key }) => key)
    const isSeen = seen.length === keys.length && keys.every((key) => seen.includes(key))
    const sent = next.flatMap(({ key }) => key ?? [])
    const isKnown = sent.every((key) => keys.includes(key)) && new Set(sent).size === sent.length
    if (!isSeen || !isKnown) return { refused: 'stale-specifications' }

    const taken = [...keys]
    const rows = next.map(({ key, name, kind, unit, choices }, position) => {
      const own = key ?? slugFor(name, taken, LONGEST_KEY)
      taken.push(own)
      return { category: slug, key: own, name, kind, unit, choices, position }
    })
    await db.deleteFrom('specification').where('category', '=', slug).execute()
    if (rows.length > 0) await db.insertInto('specification').values(rows).execute()
    const products = await dropInvalidValues(db, slug)
    if (products > losing) {
      const refusal: CategoryRefusal = { refused: 'loses-values', products }
      throw new RefusedChange(refusal)
    }
    const category = await findCategory(db, slug)
    await recordCategory(db, 'category-changed', category.name, audit)
    return category
  })
}
