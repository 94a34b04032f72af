import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { type AuditEntry, recordAudits } from '#shop/audit/audit.server.ts'
import {
  insertProducts,
  updateProducts,
  type WrittenProduct,
} from '#shop/catalogue/admin/write-products.server.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { lockCategories } from '#shop/catalogue/categories/lock-categories.server.ts'
import {
  type CatalogueProduct,
  fieldValue,
} from '#shop/catalogue/imports/compare/catalogue-product.ts'
import { lockCatalogue } from '#shop/catalogue/imports/compare/catalogue-queries.server.ts'
import {
  type CategoryPaths,
  createCategoryPaths,
} from '#shop/catalogue/imports/compare/category-paths.ts'
import {
  findImport,
  readRows,
  type StoredChange,
  type StoredImport,
  type StoredRow,
  updateRows,
} from '#shop/catalogue/imports/store/import-queries.server.ts'
import { changeStocks } from '#shop/inventory/stock.server.ts'
import { applyTo, DELETED, resolveChanges } from './resolve-changes.ts'

/** Whether an import is applied or undone. */
export type Step = 'applying' | 'undoing'

type Context = { imported: StoredImport; paths: CategoryPaths; now: Date; noImage: string }

/** What a batch writes. */
type Writes = {
  added: WrittenProduct[]
  changed: WrittenProduct[]
  stock: { productId: string; delta: number; kind: 'opening' | 'correction' }[]
  audit: AuditEntry[]
}

/**
 * Applies or undoes the next rows of an import in one transaction, which also marks them, so that each
 * row is applied once, whichever process goes on. Returns the last row; null when none is left or the
 * import was cancelled.
 */
export async function processRows(
  db: Db,
  importId: string,
  step: Step,
  { after, size, noImage, now }: { after: number; size: number; noImage: string; now: Date },
): Promise<number | null> {
  return db.transaction().execute(async (db) => {
    // Holds back other processes and a cancel.
    const imported = await findImport(db, importId, { isLocked: true })
    if (imported?.status !== step) return null
    const isDone = step === 'undoing'
    const rows = await readRows(db, importId, { after, size, state: ['new', 'changed'], isDone })
    const last = rows.at(-1)
    if (!last) return null
    await lockCategories(db, 'shared')
    const paths = createCategoryPaths(await listCategories(db))
    const ids = rows.flatMap(({ productId }) => productId ?? [])
    const countsShelf = rows.some(({ changes }) => changes.some(({ field }) => field === 'onShelf'))
    const products = await lockCatalogue(db, ids, { countsShelf })
    const context = { imported, paths, now, noImage }
    const writes: Writes = { added: [], changed: [], stock: [], audit: [] }
    const resolveRow = step === 'applying' ? applyRow : undoRow
    const processed = rows.map((row) => {
      const product = row.productId === null ? undefined : products.get(row.productId)
      return resolveRow(row, product, context, writes)
    })
    await write(db, imported, writes)
    await updateRows(db, importId, processed)
    const kept = step === 'applying' ? 'stale' : 'kept'
    const hasKept = ({ changes }: StoredRow) => changes.some(({ outcome }) => outcome === kept)
    const stale = processed.filter(hasKept).length
    await db
      .updateTable('productImport')
      .set((is) => ({ done: is('done', '+', rows.length), stale: is('stale', '+', stale) }))
      .where('id', '=', importId)
      .execute()
    return last.position
  })
}

async function write(db: Db, imported: StoredImport, writes: Writes): Promise<void> {
  const { id: importId, accountId } = imported
  // Serializes changes of these numbers, as the form does: two products that swap theirs would deadlock.
  if (writes.added.length > 0 || writes.changed.some(({ gtin }) => gtin !== null))
    await sql`select pg_advisory_xact_lock(hashtext('product sku'))`.execute(db)
  await insertProducts(db, writes.added)
  await updateProducts(db, writes.changed)
  await changeStocks(db, writes.stock, { importId, accountId })
  await recordAudits(db, writes.audit)
}

/** Changes the product of a row, or adds it. */
function applyRow(
  row: StoredRow,
  product: CatalogueProduct | undefined,
  context: Context,
  writes: Writes,
): StoredRow {
  if (row.state === 'new') return addProduct(row, context, writes)
  if (!product) return { ...row, isDone: true, changes: row.changes.map(gone('stale')) }
  return change(row, product, context, writes, { made: 'applied', stale: 'stale' })
}

function addProduct(row: StoredRow, context: Context, writes: Writes): StoredRow {
  const { paths, now, noImage } = context
  const id = uuidv7()
  const quantity = Number(row.changes.find(isStock)?.to ?? 0)
  const blank = {
    id,
    sku: row.sku,
    name: '',
    description: '',
    unitPriceCents: 0,
    minQuantity: 1,
    image: noImage,
    category: null,
    specifications: {},
    bin: null,
    gtin: null,
    weight: null,
    family: null,
    size: null,
    deletedAt: null,
  }
  const product = applyTo(
    blank,
    row.changes.filter((change) => !isStock(change)),
    paths,
    now,
  )
  writes.added.push(product)
  if (quantity > 0) writes.stock.push({ productId: id, delta: quantity, kind: 'opening' })
  writes.audit.push(auditOf('product-added', product, context))
  const changes = row.changes.map((change) => ({ ...change, outcome: 'applied' as const }))
  return { ...row, productId: id, changes, isDone: true }
}

/** Makes the reverse changes of a row; a product that it added is taken off sale. */
function undoRow(
  row: StoredRow,
  product: CatalogueProduct | undefined,
  context: Context,
  writes: Writes,
): StoredRow {
  if (!product) return { ...row, isDone: false, changes: row.changes.map(gone('kept')) }
  if (row.state === 'new') return removeProduct(row, product, context, writes)
  const applied = row.changes.filter(({ outcome }) => outcome === 'applied')
  const reversed = applied.map(({ field, from, to }) => ({ field, from: to, to: from }))
  const undone = change({ ...row, changes: reversed }, product, context, writes, {
    made: 'undone',
    stale: 'kept',
  })
  // Shown in the direction of the import.
  const outcomes = new Map(undone.changes.map((change) => [change.field, change]))
  const changes = row.changes.map((change) => {
    const { outcome, current } = outcomes.get(change.field) ?? change
    return { ...change, outcome, current }
  })
  return { ...row, changes: changes as StoredChange[], isDone: false }
}

function removeProduct(
  row: StoredRow,
  product: CatalogueProduct,
  context: Context,
  writes: Writes,
): StoredRow {
  const { paths, now } = context
  const changed = row.changes.filter(
    (change) => !isStock(change) && fieldValue(product, change.field, paths) !== change.to,
  )
  const stock = row.changes.find(isStock)
  const pieces = Number(stock?.to ?? 0)
  // One that was ordered in the meantime stays.
  if (stock && product.quantity < pieces) changed.push(stock)
  const isKept = changed.length > 0 || product.deletedAt !== null
  if (!isKept) {
    writes.changed.push({ ...applyTo(product, [], paths, now), deletedAt: now })
    if (pieces > 0) writes.stock.push({ productId: product.id, delta: -pieces, kind: 'correction' })
    writes.audit.push(auditOf('product-deleted', product, context))
  }
  const changes = row.changes.map((change): StoredChange => {
    const current = product.deletedAt ? DELETED : fieldValue(product, change.field, paths)
    const { outcome: _, current: __, ...plain } = change
    if (!isKept) return { ...plain, outcome: 'undone' }
    const isFound = changed.includes(change) || product.deletedAt !== null
    return { ...plain, outcome: 'kept', ...(isFound && { current }) }
  })
  return { ...row, changes, isDone: false }
}

/** Makes the changes of a row that are not stale. */
function change(
  row: StoredRow,
  product: CatalogueProduct,
  context: Context,
  writes: Writes,
  names: { made: 'applied' | 'undone'; stale: 'stale' | 'kept' },
): StoredRow {
  const {
    product: written,
    delta,
    found,
  } = resolveChanges(product, row.changes, context.paths, context.now)
  if (written) {
    writes.changed.push(written)
    writes.audit.push(auditOf('product-changed', written, context))
  }
  if (delta !== 0) writes.stock.push({ productId: product.id, delta, kind: 'correction' })
  const changes = row.changes.map((change, at): StoredChange => {
    const { field, from, to } = change
    const instead = found[at]
    if (!instead) return { field, from, to, outcome: names.made }
    return { field, from, to, outcome: names.stale, current: instead.current }
  })
  return { ...row, changes, isDone: true }
}

const isStock = ({ field }: StoredChange) => field === 'quantity' || field === 'onShelf'

const gone =
  (outcome: 'stale' | 'kept') =>
  ({ field, from, to }: StoredChange): StoredChange => ({
    field,
    from,
    to,
    outcome,
    current: DELETED,
  })

function auditOf(
  action: 'product-added' | 'product-changed' | 'product-deleted',
  { id, name }: { id: string; name: string },
  { imported }: Context,
): AuditEntry {
  return { action, subject: { id, name }, ...actorOf(imported) }
}

/** Who an import’s changes are recorded for. */
export function actorOf({ accountId, actor, ipAddress }: StoredImport) {
  return {
    actor: accountId === null ? ('operator' as const) : { id: accountId, email: actor },
    ipAddress,
  }
}
