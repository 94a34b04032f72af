import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { paddedGtin } from '#shop/catalogue/gtin.ts'
import { refuseProduct } from '#shop/catalogue/product-refusals.server.ts'
import type { StoredRow } from '#shop/imports/store/import-queries.server.ts'
import { TO_CONFIRM } from '#shop/imports/store/row-checks.ts'
import { findNearSkus } from '#shop/search/find-near-skus.server.ts'
import { isSheetValue } from '#shop/tables/columns/read-cell.ts'

export type Result = Pick<StoredRow, 'state' | 'changes' | 'reasons'>

export function refuse(result: Result, reason: string): void {
  result.state = 'refused'
  result.reasons.push(reason)
  result.changes = []
}

export function valueAfter({ changes }: Result, field: string): string | null {
  const to = changes.find((change) => change.field === field)?.to
  return typeof to === 'string' ? to : null
}

/** Refuses new SKUs that may be meant for another product, or that a spreadsheet made, until they are confirmed. */
export async function askAboutNearSkus(
  db: Db,
  compared: (Result & { sku: string })[],
  rows: StoredRow[],
): Promise<void> {
  const added = compared.filter(({ state }, at) => state === 'new' && !rows[at]?.restores)
  const skus = added.map(({ sku }) => sku)
  const near = await findNearSkus(db, skus)
  for (const row of added) {
    const like = near.get(row.sku)
    if (like) refuse(row, `The SKU is very like ${like}: ${TO_CONFIRM}`)
    else if (isSheetValue(row.sku))
      refuse(row, `The SKU is like a date or exponent of a spreadsheet: ${TO_CONFIRM}`)
  }
}

export async function refuseTakenGtins(db: Db, rows: (Result & { productId: string | null })[]) {
  const gtins = rows.flatMap((row) => valueAfter(row, 'gtin') ?? [])
  if (gtins.length === 0) return
  const { rows: owners } = await sql<{ id: string; gtin: string }>`
    select id, lpad(gtin, 14, '0') as gtin from product
    where lpad(gtin, 14, '0') = any(${gtins.map(paddedGtin)}::text[])`.execute(db)
  const owned = new Map(owners.map(({ id, gtin }) => [gtin, id]))
  for (const row of rows) {
    const gtin = valueAfter(row, 'gtin')
    const owner = gtin === null ? undefined : owned.get(paddedGtin(gtin))
    if (owner !== undefined && owner !== row.productId)
      refuse(row, refuseProduct({ refused: 'gtin-taken' }).message)
  }
}

export async function refuseForeignImages(images: Pick<ImageStore, 'has'>, rows: Result[]) {
  for (const row of rows) {
    const image = valueAfter(row, 'imgURL')
    if (image !== null && !(await images.has(image)))
      refuse(row, refuseProduct({ refused: 'foreign-image' }).message)
  }
}
