import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { RefusedChange, refusing } from '#platform/database/refused-change.server.ts'
import { type AuditAction, type AuditEntry, recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { type CategoryChanges, type NewCategory, slugFor } from '#shop/catalogue/categories/category-forms.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { countByCategory as countProductsByCategory } from '#shop/catalogue/categories/category-tiles.server.ts'
import { lockCategories } from '#shop/catalogue/categories/lock-categories.server.ts'
import { overlapAfterMove } from '#shop/prices/contract-overlap.server.ts'
import { hasPrices } from '#shop/prices/price-rows.server.ts'
import type { CategoryRefusal } from './category-refusals.server.ts'
import { dropInvalidValues, moveAllProducts, overlapAfter } from './move-products.server.ts'

const LONGEST_SLUG = 60

type Row = { slug: string; parent: string | null; name: string }

export async function addCategory(
  db: Db,
  { name, parent }: NewCategory,
  audit: Pick<AuditEntry, 'actor' | 'ipAddress'>,
): Promise<Category | CategoryRefusal> {
  return db.transaction().execute(async (db) => {
    const rows = await lockTree(db)
    const refusal = whyNotBelow(rows, parent)
    if (refusal) return refusal
    const slugs = rows.map(({ slug }) => slug)
    const slug = slugFor(name, slugs, LONGEST_SLUG)
    const position = rows.filter((row) => row.parent === parent).length
    await db.insertInto('category').values({ slug, parent, name, position }).execute()
    await recordCategory(db, 'category-added', name, audit)
    return findCategory(db, slug)
  })
}

/** Renames a category, moves it below another one, or changes its position among those beside it. */
export async function changeCategory(
  db: Db,
  slug: string,
  changes: CategoryChanges,
  audit: AuditContext,
): Promise<Category | CategoryRefusal> {
  return refusing<Category, CategoryRefusal>(db, {}, async (db) => {
    const rows = await lockTree(db)
    const category = rows.find((row) => row.slug === slug)
    if (!category) return { refused: 'no-such-category' }
    const { name = category.name, parent = category.parent } = changes
    if (parent !== category.parent) {
      const hasOwn = rows.some((row) => row.parent === slug)
      if (parent === slug || (parent !== null && hasOwn)) return { refused: 'too-deep' }
      const refusal = whyNotBelow(rows, parent)
      if (refusal) return refusal
    }
    await db.updateTable('category').set({ name, parent }).where('slug', '=', slug).execute()
    const beside = rows.filter((row) => row.parent === parent && row.slug !== slug)
    const isMoved = parent !== category.parent
    const move = { from: category.parent, to: parent }
    const overlap = isMoved ? await overlapAfterMove(db, slug, move, audit.now) : null
    if (overlap) throw new RefusedChange(overlap)
    const products = isMoved ? await dropInvalidValues(db, slug) : 0
    const loss: CategoryRefusal = { refused: 'moves-values', products }
    if (products > 0) throw new RefusedChange(loss)
    const index = changes.position ?? (isMoved ? beside.length : rows.indexOf(category))
    if (isMoved || changes.position !== undefined) {
      await placeInOrder(db, beside.toSpliced(index, 0, category))
    }
    await recordCategory(db, 'category-changed', name, audit)
    return findCategory(db, slug)
  })
}

/** Deletes a category. Its products go to `productsTo`, or to none when that is null. */
export async function deleteCategory(
  db: Db,
  slug: string,
  productsTo: string | null | undefined,
  audit: AuditContext,
): Promise<'deleted' | CategoryRefusal> {
  return db.transaction().execute(async (db) => {
    const rows = await lockTree(db)
    const category = rows.find((row) => row.slug === slug)
    if (!category) return { refused: 'no-such-category' }
    if (rows.some(({ parent }) => parent === slug)) return { refused: 'has-categories' }
    const products = (await countProductsByCategory(db, [slug])).get(slug) ?? 0
    if (productsTo === undefined && products > 0) return { refused: 'has-products', products }
    const isKnown = rows.some((row) => row.slug === productsTo && row.slug !== slug)
    if (typeof productsTo === 'string' && !isKnown) return { refused: 'no-such-target' }
    if (await hasPrices(db, slug)) return { refused: 'has-prices' }
    const overlap = await overlapAfter(db, slug, productsTo ?? null, audit.now)
    if (overlap) return overlap
    await moveAllProducts(db, slug, productsTo ?? null)
    await db.deleteFrom('category').where('slug', '=', slug).execute()
    await recordCategory(db, 'category-deleted', category.name, audit)
    return 'deleted'
  })
}

/** Returns the number of products on sale by category; categories without any are absent. */
export async function countByCategory(db: Db): Promise<{ category: string; products: number }[]> {
  const counts = await countProductsByCategory(db)
  return [...counts].map(([category, products]) => ({ category, products }))
}

/** Reads a category after a change; it exists, because its tree is locked. */
export async function findCategory(db: Db, slug: string): Promise<Category> {
  const stored = (await listCategories(db)).find((category) => category.slug === slug)
  if (!stored) throw new Error(`The category ${slug} is gone`)
  return stored
}

export function recordCategory(
  db: Db,
  action: AuditAction,
  name: string,
  { actor, ipAddress }: Pick<AuditEntry, 'actor' | 'ipAddress'>,
): Promise<void> {
  return recordAudit(db, { action, subject: { id: null, name }, actor, ipAddress })
}

/** Returns all categories in order; until the end of the transaction nothing else changes them. */
async function lockTree(db: Db): Promise<Row[]> {
  await lockCategories(db, 'exclusive')
  return db
    .selectFrom('category')
    .select(['slug', 'parent', 'name'])
    .orderBy('position')
    .orderBy('name')
    .execute()
}

function whyNotBelow(rows: Row[], parent: string | null): CategoryRefusal | undefined {
  if (parent === null) return undefined
  const above = rows.find(({ slug }) => slug === parent)
  if (!above) return { refused: 'no-such-parent' }
  return above.parent === null ? undefined : { refused: 'too-deep' }
}

async function placeInOrder(db: Db, rows: Row[]): Promise<void> {
  const slugs = rows.map(({ slug }) => slug)
  await sql`
    update category set position = ordinal - 1
    from unnest(${slugs}::text[]) with ordinality as wanted(slug, ordinal)
    where category.slug = wanted.slug and position <> ordinal - 1`.execute(db)
}
