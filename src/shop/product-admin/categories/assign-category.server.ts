import { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { categorySlug } from '#shop/catalogue/categories/category.ts'
import { findSpecifications } from '#shop/catalogue/categories/category-queries.server.ts'
import { lockCategories } from '#shop/catalogue/categories/lock-categories.server.ts'
import { MAX_FOUND } from '#shop/catalogue/product.ts'
import { searchProducts } from '#shop/search/admin-search.server.ts'
import type { CategoryRefusal } from './category-refusals.server.ts'
import { recordCategory } from './manage-categories.server.ts'
import { moveProducts, overlapAfter } from './move-products.server.ts'

/** The body of `PUT /productsCategory`: some products, or all that a search finds. */
export const categoryAssignment = z.object({
  category: categorySlug('Category'),
  products: z.union([
    z.array(z.uuid('products lists ids')).min(1, 'Select a product').max(MAX_FOUND),
    z.object({ search: z.string().max(254) }),
  ]),
})

/** Gives one category to many products on sale; returns how many were elsewhere before. */
export async function assignCategory(
  db: Db,
  { category, products }: z.infer<typeof categoryAssignment>,
  audit: AuditContext,
): Promise<number | CategoryRefusal> {
  return db.transaction().execute(async (db) => {
    await lockCategories(db, 'exclusive')
    if (category !== null && !(await findSpecifications(db, category))) {
      return { refused: 'no-such-category' }
    }
    const ids = Array.isArray(products) ? products : await findAll(db, products.search)
    if (ids.length > MAX_FOUND) return { refused: 'too-many-products' }
    const overlap = await overlapAfter(db, { ids }, category, audit.now)
    if (overlap) return overlap
    const changed = await moveProducts(db, ids, category)
    const name = `${category ?? 'no category'}: ${changed} products`
    if (changed > 0) await recordCategory(db, 'category-assigned', name, audit)
    return changed
  })
}

async function findAll(db: Db, search: string): Promise<string[]> {
  const products = await searchProducts(db, {
    search,
    sort: 'newest',
    size: MAX_FOUND + 1,
    page: 0,
  })
  return products.map(({ id }) => id)
}
