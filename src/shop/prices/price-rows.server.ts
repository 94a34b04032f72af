import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { refusing } from '#platform/database/refused-change.server.ts'
import { cents, formatDollars } from '#platform/money.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { lockPriceList, refuseAddedOverlap } from './change-price-lists.server.ts'
import {
  type CheckedRow,
  checkRows,
  isFarFromBase,
  type KnownTargets,
  type RowError,
} from './check-price-rows.ts'
import { overlapsOfList } from './contract-overlap.server.ts'
import type { SentRow, sentRows } from './price-list-forms.ts'
import type { PriceRefusal } from './price-refusals.server.ts'

/** A row with the names of what it is for; without a product and a category it is for all. */
export type StoredRow = {
  sku: string | null
  productName: string | null
  basePriceCents: number | null
  isDeleted: boolean
  category: string | null
  categoryName: string | null
  minQuantity: number
  unitPriceCents: number | null
  percentOff: number | null
  changedAt: Date
}

/** Returns the rows of a list: products by SKU, then categories, then all, each from few to many pieces. */
export async function readRows(db: Db, listId: string): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select sku, product.name as product_name, product.unit_price_cents as base_price_cents,
      coalesce(deleted_at is not null, false) as is_deleted, price_row.category,
      category.name as category_name, price_row.min_quantity, price_row.unit_price_cents,
      percent_off::float8, changed_at
    from price_row
    left join product on product.id = product_id
    left join category on slug = price_row.category
    where list_id = ${listId}
    order by product_id is null, sku, price_row.category is null, category.name, price_row.min_quantity`.execute(
    db,
  )
  return rows
}

type Replaced = { version: number } | { errors: RowError[] } | { far: RowError[] }

/** Replaces all rows of a list, whose version the sender has seen; or returns what is wrong with which row. */
export async function replaceRows(
  db: Db,
  listId: string,
  { version, rows, checksPrices }: z.output<typeof sentRows>,
  audit: AuditContext,
): Promise<Replaced | PriceRefusal> {
  return refusing<Replaced, PriceRefusal>(db, {}, async (db) => {
    const list = await lockPriceList(db, listId)
    if (!list) return { refused: 'no-such-list' }
    if (version !== undefined && version !== list.version) return { refused: 'stale-rows' }
    const known = await readTargets(db, rows)
    const { rows: checked, errors } = checkRows(rows, known, list)
    if (errors.length > 0) return { errors }
    const far = checksPrices ? farRows(rows, known, await readRows(db, listId)) : []
    if (far.length > 0) return { far }
    const before = await overlapsOfList(db, listId)
    await writeRows(db, listId, checked)
    await refuseAddedOverlap(db, listId, before)
    const next = list.version + 1
    await db.updateTable('priceList').set({ version: next }).where('id', '=', listId).execute()
    const subject = { id: listId, name: list.name }
    await recordAudit(db, { action: 'prices-changed', subject, ...audit })
    return { version: next }
  })
}

/** The rows whose price is not in the list yet, and far from the base price (product 21.8). */
function farRows(rows: SentRow[], { products }: KnownTargets, stored: StoredRow[]): RowError[] {
  const kept = new Set(stored.map((row) => `${row.sku} ${row.minQuantity} ${row.unitPriceCents}`))
  return rows.flatMap(({ sku = '', minQuantity, perPrice = 0 }, index) => {
    const base = products.get(sku.toUpperCase())?.basePrice ?? null
    const isKept = kept.has(`${sku.toUpperCase()} ${minQuantity} ${Math.round(perPrice * 100)}`)
    if (base === null || perPrice === 0 || isKept || !isFarFromBase(perPrice, base)) return []
    return { index, message: `Far from the base price of ${formatDollars(base)}.` }
  })
}

/** Whether a price list names a category, which then can't be deleted. */
export async function hasPrices(db: Db, category: string): Promise<boolean> {
  const row = await db
    .selectFrom('priceRow')
    .select('listId')
    .where('category', '=', category)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function readTargets(db: Db, rows: SentRow[]): Promise<KnownTargets> {
  const skus = [...new Set(rows.flatMap(({ sku }) => sku?.toUpperCase() ?? []))]
  const { rows: products } = await sql<{ id: string; sku: string; unitPriceCents: number }>`
    select id, sku, unit_price_cents from product where sku = any(${skus}::text[])`.execute(db)
  const categories = await db.selectFrom('category').select('slug').execute()
  return {
    products: new Map(
      products.map(({ id, sku, unitPriceCents }) => [sku, { id, basePrice: cents(unitPriceCents) }]),
    ),
    categories: new Set(categories.map(({ slug }) => slug)),
  }
}

/** Makes these the rows of a list; one that stays as it was keeps the time of its price. */
async function writeRows(db: Db, listId: string, rows: CheckedRow[]): Promise<void> {
  const records = rows.map((row) => ({
    product_id: row.productId,
    category: row.category,
    min_quantity: row.minQuantity,
    unit_price_cents: 'unitPrice' in row ? row.unitPrice : null,
    percent_off: 'percentOff' in row ? row.percentOff : null,
  }))
  const sent = sql`json_populate_recordset(null::price_row, ${JSON.stringify(records)})`
  await sql`
    delete from price_row where list_id = ${listId} and (target, min_quantity) not in (
      select coalesce(product_id::text, 'in ' || category, 'all'), min_quantity from ${sent}
    )`.execute(db)
  await sql`
    insert into price_row (list_id, product_id, category, min_quantity, unit_price_cents, percent_off)
    select ${listId}, product_id, category, min_quantity, unit_price_cents, percent_off from ${sent}
    on conflict (list_id, target, min_quantity) do update
    set unit_price_cents = excluded.unit_price_cents, percent_off = excluded.percent_off,
      changed_at = now()
    where (price_row.unit_price_cents, price_row.percent_off)
      is distinct from (excluded.unit_price_cents, excluded.percent_off)`.execute(db)
}
