import { type Insertable, sql } from 'kysely'
import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Product as ProductTable } from '#platform/database/database-tables.ts'
import { dollarsToCents } from '#platform/money.ts'
import { type AuditEntry, recordAudit } from '#shop/audit/audit.server.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { toProduct } from '#shop/catalogue/product-queries.server.ts'
import type { ProductRefusal } from '#shop/catalogue/product-refusals.server.ts'
import { setStock } from '#shop/inventory/stock.server.ts'
import type { NewProduct, ProductChanges } from './product-forms.ts'

// Long enough for a second thought; orders cancelled meanwhile find no stock to go back to.
const RESTORABLE_MS = 30 * 60_000

/** Which admin does it, from which network address, at which time. */
export type By = { actor: Caller; address: string | null; now: Date }

/** Puts a product on sale; its first pieces are the opening of its ledger. */
export async function addProduct(
  db: Db,
  product: NewProduct,
  by: By,
): Promise<Product | ProductRefusal> {
  const id = uuidv7()
  const { name, quantity, minQuantity, description, perPrice, imgURL: image } = product
  return db.transaction().execute(async (db) => {
    const unitPriceCents = dollarsToCents(perPrice)
    const columns = { id, name, description, minQuantity, unitPriceCents, image, quantity: 0 }
    const isAdded = await insertProduct(
      db,
      product.sku ? { ...columns, sku: product.sku } : columns,
    )
    if (!isAdded) return { refused: 'sku-taken' }
    await setStock(db, { productId: id, accountId: by.actor.id, quantity, reason: 'opening' })
    await note(db, 'product-added', { id, name }, by)
    return toProduct(await storedProduct(db, id))
  })
}

/** Stores a product, without a SKU of its own under the next free one; false when its SKU is taken. */
async function insertProduct(db: Db, columns: Insertable<ProductTable>): Promise<boolean> {
  const insert = db
    .insertInto('product')
    .values(columns)
    .onConflict((conflict) => conflict.column('sku').doNothing())
    .returning('id')
  for (;;) {
    if (await insert.executeTakeFirst()) return true
    // Somebody typed the number that the sequence has just reached: the next call takes the one after.
    if (columns.sku !== undefined) return false
  }
}

/**
 * Changes what was edited. Refused as stale when somebody else's edit came first, or when the stock
 * is not the one that the editor saw: a number typed over an old stock would undo sales.
 */
export async function changeProduct(
  db: Db,
  id: string,
  changes: ProductChanges,
  by: By,
): Promise<Product | ProductRefusal> {
  if (!isUuid(id)) return { refused: 'no-such-product' }
  const { version, quantitySeen, quantity, perPrice, imgURL: image, ...texts } = changes
  const change = db.transaction().execute(async (db): Promise<Product | ProductRefusal> => {
    const row = await lockProduct(db, id)
    if (!row || row.deletedAt) return { refused: 'no-such-product' }
    const product = toProduct(row)
    const isEdited = version !== undefined && version !== product.version
    const hasMoved = quantity !== undefined && (quantitySeen ?? row.quantity) !== row.quantity
    if (isEdited || hasMoved) return { refused: 'stale', product }

    if (quantity !== undefined) {
      await setStock(db, { productId: id, accountId: by.actor.id, quantity, reason: 'correction' })
    }
    // One change of a SKU at a time: two products that take each other's would wait for ever.
    if (texts.sku) await sql`select pg_advisory_xact_lock(hashtext('product sku'))`.execute(db)
    const unitPriceCents = perPrice === undefined ? undefined : dollarsToCents(perPrice)
    const columns = { ...texts, unitPriceCents, image, version: product.version + 1 }
    await db.updateTable('product').set(columns).where('id', '=', id).execute()
    await note(db, 'product-changed', { id, name: texts.name ?? product.name }, by)
    return toProduct(await storedProduct(db, id))
  })
  return change.catch((error) => {
    if (Object(error).constraint === 'product_sku_unique') return { refused: 'sku-taken' }
    throw error
  })
}

/** Takes a product off sale. It stays behind its orders (product 10.17); false when there is none. */
export async function deleteProduct(db: Db, id: string, by: By): Promise<boolean> {
  if (!isUuid(id)) return false
  return db.transaction().execute(async (db) => {
    const deleted = await db
      .updateTable('product')
      .set({ deletedAt: by.now })
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (deleted) await note(db, 'product-deleted', deleted, by)
    return deleted !== undefined
  })
}

/** Undoes a deletion of the last half hour. One that is on sale stays so: repeating is harmless. */
export async function restoreProduct(
  db: Db,
  id: string,
  by: By,
): Promise<Product | ProductRefusal> {
  if (!isUuid(id)) return { refused: 'no-such-product' }
  return db.transaction().execute(async (db) => {
    const row = await lockProduct(db, id)
    if (!row) return { refused: 'no-such-product' }
    if (!row.deletedAt) return toProduct(row)
    if (by.now.getTime() - row.deletedAt.getTime() > RESTORABLE_MS) return { refused: 'too-late' }
    await db.updateTable('product').set({ deletedAt: null }).where('id', '=', id).execute()
    await note(db, 'product-restored', row, by)
    return toProduct(row)
  })
}

// Sales of it wait from here on; orders that only refer to it do not.
function lockProduct(db: Db, id: string) {
  return db
    .selectFrom('product')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

function storedProduct(db: Db, id: string) {
  return db.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function note(
  db: Db,
  action: AuditEntry['action'],
  { id, name }: { id: string; name: string },
  { actor, address }: By,
): Promise<void> {
  return recordAudit(db, { action, subject: { id, name }, actor, address })
}
