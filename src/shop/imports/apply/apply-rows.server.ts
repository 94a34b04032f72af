import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { RefusedChange } from '#platform/database/refused-change.server.ts'
import { recordAudits } from '#shop/audit/audit.server.ts'
import { createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { lockCategories } from '#shop/catalogue/categories/lock-categories.server.ts'
import { addFamilies, listFamiliesByName } from '#shop/catalogue/families/families.server.ts'
import type { CatalogueProduct } from '#shop/imports/compare/catalogue-product.ts'
import { lockCatalogue } from '#shop/imports/compare/catalogue-queries.server.ts'
import {
  findImport,
  readRows,
  type StoredChange,
  type StoredImport,
  type StoredRow,
  updateRows,
} from '#shop/imports/store/import-queries.server.ts'
import { recordMovements } from '#shop/inventory/stock.server.ts'
import { overlapsOfPlaced } from '#shop/prices/contract-overlap.server.ts'
import {
  insertProducts,
  updateProducts,
  type WrittenProduct,
} from '#shop/product-admin/write-products.server.ts'
import { isDescription } from './resolve-changes.ts'
import { applyRow, undoRow, type Writes } from './resolve-rows.server.ts'

export type Step = 'applying' | 'undoing'

/**
 * Applies or undoes the next rows of an import in one transaction, which also marks them, so that each
 * row is applied once, whichever process goes on. Returns the last row and when its products were locked;
 * null when none is left or the import was cancelled.
 */
export async function processRows(
  db: Db,
  importId: string,
  step: Step,
  { after, size, noImage, now }: { after: number; size: number; noImage: string; now: Date },
): Promise<{ last: number; lockedAt: number } | null> {
  return db.transaction().execute(async (db) => {
    // Holds back other processes and a cancel.
    const imported = await findImport(db, importId, { isLocked: true })
    if (imported?.status !== step) return null
    const isDone = step === 'undoing'
    const rows = await readRows(db, importId, { after, size, state: ['new', 'changed'], isDone })
    const last = rows.at(-1)
    if (!last) return null
    const needsCategories = rows.some(({ state, changes }) => state === 'new' || changes.some(isPlace))
    if (needsCategories) await lockCategories(db, 'shared')
    const paths = createCategoryPaths(needsCategories ? await listCategories(db) : [])
    const ids = rows.flatMap(({ productId }) => productId ?? [])
    const countsPromised = rows.some(
      ({ state, changes }) => (isDone && state === 'new') || changes.some(({ field }) => field === 'onShelf'),
    )
    const lockedAt = performance.now()
    const products = await lockCatalogue(db, ids, { countsPromised })
    const context = { imported, paths, now, noImage }
    const writes: Writes = { added: [], changed: [], stock: [], audit: [] }
    const resolveRow = step === 'applying' ? applyRow : undoRow
    const processed = rows.map((row) => {
      const product = row.productId === null ? undefined : products.get(row.productId)
      return resolveRow(row, product, context, writes)
    })
    await refuseOverlap(db, products, writes, now)
    if (noImage) await leaveFamilyImages(db, [...writes.added, ...writes.changed], noImage)
    await write(db, imported, writes)
    const hasCategories = imported.columns.some(({ field }) => field === 'category')
    await updateRows(db, importId, processed, { hasCategories })
    const kept = step === 'applying' ? 'stale' : 'kept'
    const hasKept = ({ state, changes }: StoredRow) =>
      state === 'refused' || changes.some(({ outcome }) => outcome === kept)
    const stale = processed.filter(hasKept).length
    await db
      .updateTable('productImport')
      .set((is) => ({ done: is('done', '+', rows.length), stale: is('stale', '+', stale) }))
      .where('id', '=', importId)
      .execute()
    return { last: last.position, lockedAt }
  })
}

const isPlace = (change: StoredChange) =>
  isDescription(change) || change.field === 'onSale' || change.field === 'family'

/** Undoes a batch after which two contracts would cover a product; the row at fault is then refused. */
async function refuseOverlap(
  db: Db,
  products: Map<string, CatalogueProduct>,
  { added, changed }: Writes,
  now: Date,
): Promise<void> {
  const isOnSale = ({ deletedAt }: WrittenProduct) => deletedAt === null
  const before = [...products.values()].filter(isOnSale)
  const placed = [...added, ...changed].filter((product) => {
    const { deletedAt = now, category } = products.get(product.id) ?? {}
    return isOnSale(product) && (deletedAt !== null || category !== product.category)
  })
  const [overlap] = await overlapsOfPlaced(db, placed, before, now)
  if (overlap) throw new RefusedChange(overlap)
}

async function write(db: Db, imported: StoredImport, writes: Writes): Promise<void> {
  const { id: importId, accountId } = imported
  // Serializes changes of these numbers, as the form does: two products that swap theirs would deadlock.
  if (writes.added.length > 0 || writes.changed.some(({ gtin }) => gtin !== null))
    await sql`select pg_advisory_xact_lock(hashtext('product sku'))`.execute(db)
  // All at once: a later one could wait for a transaction that waits for an added product's number.
  await addFamilies(db, [...writes.added, ...writes.changed])
  await insertProducts(db, writes.added)
  await updateProducts(db, writes.changed)
  await recordMovements(db, writes.stock, { importId, accountId })
  await recordAudits(db, writes.audit)
}

/** Products that a file gives their family's image keep none of their own, and so follow the family's. */
async function leaveFamilyImages(db: Db, products: WrittenProduct[], noImage: string) {
  const families = await listFamiliesByName(
    db,
    products.flatMap(({ family }) => family ?? []),
  )
  const images = new Map(families.map(({ name, image }) => [name, image]))
  for (const product of products)
    if (images.get(product.family ?? '') === product.image) product.image = noImage
}
