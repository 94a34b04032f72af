import { type Insertable, sql } from 'kysely'
import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Product as ProductTable } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refusing } from '#platform/database/refused-change.server.ts'
import { dollarsToCents } from '#platform/money.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { lockCategories } from '#shop/catalogue/categories/lock-categories.server.ts'
import { addFamilies } from '#shop/catalogue/families/families.server.ts'
import { shownImage } from '#shop/catalogue/images/shown-image.server.ts'
import {
  byField,
  type OptionalField,
  type OptionalValues,
  optionalFields,
} from '#shop/catalogue/product-fields.ts'
import { type ProductRefusal, takenNumbers } from '#shop/catalogue/product-refusals.server.ts'
import { isLeastOrder } from '#shop/catalogue/product-rules.ts'
import { type FullProduct, listProductsBySkus, toProduct } from '#shop/catalogue/products.server.ts'
import { setStock } from '#shop/inventory/stock.server.ts'
import { overlapsOfPlaced } from '#shop/prices/contract-overlap.server.ts'
import { type StoredFiles, writeFiles } from './files/change-details.server.ts'
import { describeProduct } from './product-category.server.ts'
import type { NewProduct, ProductChanges } from './product-forms.ts'
import { longTextColumns } from './write-products.server.ts'

// Long enough to reconsider.
const RESTORABLE_MS = 30 * 60_000

/** Adds a product with its files; its initial stock is the first entry of its ledger. */
export async function addProduct(
  db: Db,
  product: NewProduct,
  files: StoredFiles,
  audit: AuditContext,
): Promise<FullProduct | ProductRefusal> {
  const id = uuidv7()
  const { sku, quantity, perPrice, imgURL: image, ...others } = product
  return refusing<FullProduct, ProductRefusal>(db, takenNumbers, async (db) => {
    await lockCategories(db, 'shared')
    const described = await describeProduct(db, product, { category: null, specifications: {} })
    if ('refused' in described) return described
    const columns = {
      ...others,
      ...optionalColumns(product),
      id,
      // Without one, the database takes the next free SKU.
      sku: sku || undefined,
      unitPriceCents: dollarsToCents(perPrice),
      image,
      quantity: 0,
      category: described.category,
      specifications: JSON.stringify(described.specifications),
    }
    if (!isLeastOrder(columns)) return { refused: 'least-order' }
    const placed = { id, sku: sku || product.name, category: described.category }
    const [overlap] = await overlapsOfPlaced(db, [placed], [], audit.now)
    if (overlap) return overlap
    await addFamilies(db, [columns])
    if (!(await insertProduct(db, columns))) return { refused: 'sku-taken' }
    await writeFiles(db, id, files)
    await setStock(db, { productId: id, accountId: audit.actor.id, quantity, kind: 'opening' })
    await recordAudit(db, {
      action: 'product-added',
      subject: { id, name: product.name },
      ...audit,
    })
    return toProduct(await storedProduct(db, id))
  })
}

/** The columns of optional fields; an empty text means none. */
function optionalColumns(values: Pick<NewProduct, OptionalField>) {
  const columns = byField<Partial<OptionalValues>>(optionalFields(), (field) =>
    values[field] === '' ? null : values[field],
  )
  const { longText } = columns
  return { ...columns, ...(longText !== undefined && longTextColumns(longText)) }
}

/** Inserts a product, without a SKU under the next free one; false when its SKU is taken. */
async function insertProduct(db: Db, columns: Insertable<ProductTable>): Promise<boolean> {
  const insert = db
    .insertInto('product')
    .values(columns)
    .onConflict((conflict) => conflict.column('sku').doNothing())
    .returning('id')
  for (;;) {
    if (await insert.executeTakeFirst()) return true
    // An admin entered the sequence's next number by hand: the next call takes the following one.
    if (columns.sku !== undefined) return false
  }
}

/**
 * Changes the edited fields. Refused as stale when another edit came first, or when the stock
 * differs from what the editor saw: overwriting it would undo sales.
 */
export async function changeProduct(
  db: Db,
  id: string,
  changes: ProductChanges,
  audit: AuditContext,
): Promise<FullProduct | ProductRefusal> {
  if (!isUuid(id)) return { refused: 'no-such-product' }
  const { version, quantitySeen, quantity, perPrice, imgURL: image, ...others } = changes
  const { category, specifications, ...texts } = others
  const isDescribed = category !== undefined || specifications !== undefined
  return refusing<FullProduct, ProductRefusal>(db, takenNumbers, async (db) => {
    if (isDescribed || texts.family) await lockCategories(db, 'shared')
    const row = await lockProduct(db, id)
    if (!row || (row.deletedAt && !row.isDiscontinued)) return { refused: 'no-such-product' }
    const product = toProduct(row)
    const isEdited = version !== undefined && version !== product.version
    const hasMoved = quantity !== undefined && (quantitySeen ?? row.quantity) !== row.quantity
    if (isEdited || hasMoved) return { refused: 'stale', product }
    const unitPriceCents = perPrice === undefined ? undefined : dollarsToCents(perPrice)
    const priced = {
      unitPriceCents: unitPriceCents ?? row.unitPriceCents,
      minQuantity: texts.minQuantity ?? row.minQuantity,
    }
    const isPriced = perPrice !== undefined || texts.minQuantity !== undefined
    if (isPriced && !isLeastOrder(priced)) return { refused: 'least-order' }
    const described = isDescribed ? await describeProduct(db, changes, product) : product
    if ('refused' in described) return described
    if (described.category !== product.category) {
      const placed = { ...product, category: described.category }
      const [overlap] = await overlapsOfPlaced(db, [placed], [product], audit.now)
      if (overlap) return overlap
    }

    if (quantity !== undefined) {
      await setStock(db, {
        productId: id,
        accountId: audit.actor.id,
        quantity,
        kind: 'correction',
      })
    }
    // Serializes changes of these numbers: two products that swap theirs would deadlock.
    if (texts.sku || texts.gtin) await sql`select pg_advisory_xact_lock(hashtext('product sku'))`.execute(db)
    const columns = {
      ...texts,
      ...optionalColumns(texts),
      unitPriceCents,
      image,
      category: described.category,
      specifications: JSON.stringify(described.specifications),
      version: product.version + 1,
    }
    await addFamilies(db, [columns])
    await db.updateTable('product').set(columns).where('id', '=', id).execute()
    await recordAudit(db, {
      action: 'product-changed',
      subject: { id, name: texts.name ?? product.name },
      ...audit,
    })
    return toProduct(await storedProduct(db, id))
  })
}

/** Takes a product off sale. Orders keep referring to it (product 10.17); false when there is none. */
export async function deleteProduct(db: Db, id: string, audit: AuditContext): Promise<boolean> {
  if (!isUuid(id)) return false
  return db.transaction().execute(async (db) => {
    const deleted = await db
      .updateTable('product')
      .set({ deletedAt: audit.now })
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (deleted) await recordAudit(db, { action: 'product-deleted', subject: deleted, ...audit })
    return deleted !== undefined
  })
}

/** Takes a product off sale whose page stays, and names what replaces it. */
export async function discontinueProduct(
  db: Db,
  id: string,
  successorSku: string | null,
  audit: AuditContext,
): Promise<FullProduct | ProductRefusal> {
  const [successor] = await listProductsBySkus(db, successorSku === null ? [] : [successorSku])
  if (successorSku !== null && (!successor || successor.id === id)) return { refused: 'no-successor' }
  return db.transaction().execute(async (db) => {
    const row = isUuid(id) && (await lockProduct(db, id))
    if (!row || (row.deletedAt && !row.isDiscontinued)) return { refused: 'no-such-product' }
    const deletedAt = row.deletedAt ?? audit.now
    const state = { deletedAt, isDiscontinued: true, successorId: successor?.id ?? null }
    await db.updateTable('product').set(state).where('id', '=', id).execute()
    await recordAudit(db, { action: 'product-discontinued', subject: row, ...audit })
    return toProduct({ ...row, ...state })
  })
}

const ON_SALE = { deletedAt: null, isDiscontinued: false, successorId: null }

/**
 * Puts a discontinued product back on sale, or undoes a deletion of the last half hour. Idempotent for
 * products on sale.
 */
export async function restoreProduct(
  db: Db,
  id: string,
  audit: AuditContext,
): Promise<FullProduct | ProductRefusal> {
  if (!isUuid(id)) return { refused: 'no-such-product' }
  return db.transaction().execute(async (db) => {
    await lockCategories(db, 'shared')
    const row = await lockProduct(db, id)
    if (!row) return { refused: 'no-such-product' }
    if (!row.deletedAt) return toProduct(row)
    const age = audit.now.getTime() - row.deletedAt.getTime()
    if (!row.isDiscontinued && age > RESTORABLE_MS) return { refused: 'too-late' }
    const [overlap] = await overlapsOfPlaced(db, [row], [], audit.now)
    if (overlap) return overlap
    await db.updateTable('product').set(ON_SALE).where('id', '=', id).execute()
    await recordAudit(db, { action: 'product-restored', subject: row, ...audit })
    return toProduct({ ...row, ...ON_SALE })
  })
}

// Blocks sales of the product until commit, but not orders that only refer to it.
function lockProduct(db: Db, id: string) {
  return db
    .selectFrom('product')
    .selectAll()
    .select(shownImage.as('image'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

function storedProduct(db: Db, id: string) {
  const product = db.selectFrom('product').selectAll().select(shownImage.as('image'))
  return product.where('id', '=', id).executeTakeFirstOrThrow()
}
