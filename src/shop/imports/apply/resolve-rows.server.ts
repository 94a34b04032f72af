import { v7 as uuidv7 } from 'uuid'
import { RefusedChange } from '#platform/database/refused-change.server.ts'
import type { AuditEntry } from '#shop/audit/audit.server.ts'
import type { CategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { byField, type OptionalValues, optionalFields } from '#shop/catalogue/product-fields.ts'
import { isLeastOrder } from '#shop/catalogue/product-rules.ts'
import { type CatalogueProduct, DELETED, fieldValue } from '#shop/imports/compare/catalogue-product.ts'
import { isOfFamily } from '#shop/imports/store/import-fields.ts'
import type { StoredChange, StoredImport, StoredRow } from '#shop/imports/store/import-queries.server.ts'
import type { WrittenProduct } from '#shop/product-admin/write-products.server.ts'
import { isStock } from '#shop/tables/columns/table-fields.ts'
import { applyTo, isUnknownCategory, resolveChanges, statesOf } from './resolve-changes.ts'

export type Context = { imported: StoredImport; paths: CategoryPaths; now: Date; noImage: string }

export type Writes = {
  added: WrittenProduct[]
  changed: WrittenProduct[]
  stock: { productId: string; delta: number; kind: 'opening' | 'correction' }[]
  audit: AuditEntry[]
}

export function applyRow(
  row: StoredRow,
  product: CatalogueProduct | undefined,
  context: Context,
  writes: Writes,
): StoredRow {
  const missing = row.changes.find((change) => isUnknownCategory(change, context.paths))
  if (missing) return refuse(row, `There is no category ${missing.to}, and it can’t be made any more`)
  if (row.state === 'new') return addProduct(row, context, writes)
  if (!product) return { ...row, isDone: true, changes: row.changes.map(gone('stale')) }
  // What had changed before it was compared.
  const [stale, fresh] = [true, false].map((isStale) =>
    row.changes.filter(({ outcome }) => (outcome === 'stale') === isStale),
  )
  const names = { made: 'applied', stale: 'stale' } as const
  const applied = change({ ...row, changes: fresh ?? [] }, product, context, writes, names)
  return { ...applied, changes: [...applied.changes, ...(stale ?? [])] }
}

function addProduct(row: StoredRow, context: Context, writes: Writes): StoredRow {
  const { paths, now, noImage } = context
  const id = uuidv7()
  const quantity = Number(row.changes.find(setsStock)?.to ?? 0)
  const blank = {
    id,
    sku: row.sku,
    name: '',
    description: '',
    unitPriceCents: 0,
    quantity,
    minQuantity: 1,
    version: 0,
    image: noImage,
    category: null,
    specifications: {},
    ...byField<OptionalValues>(optionalFields(), () => null),
    deletedAt: null,
    isDiscontinued: false,
    successorId: null,
  }
  const product = applyTo(
    blank,
    row.changes.filter((change) => !setsStock(change)),
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
export function undoRow(
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
    (change) =>
      !setsStock(change) &&
      !isOfFamily(change.field) &&
      fieldValue(product, change.field, paths) !== change.to,
  )
  const stock = row.changes.find(setsStock)
  const pieces = Number(stock?.to ?? 0)
  const isOrdered = product.promised > 0
  if (stock && (isOrdered || product.quantity < pieces)) changed.push(stock)
  const isDeleted = product.deletedAt !== null && !product.isDiscontinued
  const isKept = isOrdered || changed.length > 0 || isDeleted
  if (!isKept) {
    const quantity = product.quantity - pieces
    writes.changed.push({ ...applyTo(product, [], paths, now), quantity, ...statesOf(now).deleted })
    if (pieces > 0) writes.stock.push({ productId: product.id, delta: -pieces, kind: 'correction' })
    writes.audit.push(auditOf('product-deleted', product, context))
  }
  const changes = row.changes.map((change): StoredChange => {
    const current = isDeleted ? DELETED : fieldValue(product, change.field, paths)
    const { outcome: _, current: __, ...plain } = change
    if (!isKept) return { ...plain, outcome: 'undone' }
    const isFound = changed.includes(change) || isDeleted
    return { ...plain, outcome: 'kept', ...(isFound && { current }) }
  })
  const reasons = isOrdered ? ['The product is ordered, so that it stays on sale'] : row.reasons
  return { ...row, changes, reasons, isDone: false }
}

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
    targets,
  } = resolveChanges(product, row.changes, context.paths, context.now)
  if (written) {
    // By what changed since the comparison.
    if (!isLeastOrder(written) && isLeastOrder(product)) throw new RefusedChange({ refused: 'least-order' })
    writes.changed.push(written)
    if (written.version > product.version) writes.audit.push(auditOf('product-changed', written, context))
  }
  if (delta !== 0) writes.stock.push({ productId: product.id, delta, kind: 'correction' })
  const changes = row.changes.map((change, at): StoredChange => {
    const { field, from, to } = change
    const instead = targets[at]
    if (!instead) return { field, from, to, outcome: names.made }
    return { field, from, to, outcome: names.stale, current: instead.current }
  })
  return { ...row, changes, isDone: true }
}

/** A row that is not applied; it counts as read. */
const refuse = (row: StoredRow, reason: string): StoredRow => {
  return { ...row, state: 'refused', changes: [], reasons: [reason], isDone: false }
}

const setsStock = ({ field }: StoredChange) => isStock(field)

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

export function actorOf({ accountId, actor, ipAddress }: StoredImport) {
  return {
    actor: accountId === null ? ('operator' as const) : { id: accountId, email: actor },
    ipAddress,
  }
}
