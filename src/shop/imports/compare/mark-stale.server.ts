import { sql } from 'kysely'
import { oneLine } from '#platform/clean-text.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { StoredRow } from '#shop/imports/store/import-queries.server.ts'
import { momentIn } from '#shop/tables/columns/as-of.ts'
import { type Result, refuse } from './refuse-rows.server.ts'

/** The fields that the shop changes while a file is edited, and what records it. */
const DATED: Record<string, 'isMoved' | 'isChanged'> = {
  quantity: 'isMoved',
  onShelf: 'isMoved',
  perPrice: 'isChanged',
  imgURL: 'isChanged',
}

type DatedRow = Result & { productId: string | null; changes: StoredRow['changes'] }

/** Marks stock, price and image as stale where the product changed after the time in `at`, unless confirmed. */
export async function markStale(
  db: Db,
  compared: DatedRow[],
  rows: StoredRow[],
  at: number | undefined,
): Promise<void> {
  if (at === undefined) return
  const dated = compared.flatMap((row, index) => {
    const isAsked = row.changes.some(({ field }) => field in DATED) && !rows[index]?.restores
    const asOf = momentIn(oneLine(rows[index]?.cells[at] ?? ''))
    if (row.state !== 'changed' || asOf === null || !isAsked) return []
    if (typeof asOf === 'string') refuse(row, asOf)
    return typeof asOf === 'string' ? [] : { row, id: row.productId, asOf }
  })
  if (dated.length === 0) return
  const given = JSON.stringify(dated.map(({ id, asOf }) => ({ id, asOf })))
  const { rows: found } = await sql<{ id: string; isMoved: boolean; isChanged: boolean }>`
    select product.id,
      exists (select from stock_movement
        where product_id = product.id and created_at > "asOf") as is_moved,
      exists (select from audit_entry where subject = product.name and subject_id = product.id
        and action like 'product-%' and happened_at > "asOf") as is_changed
    from json_to_recordset(${given}) as given (id uuid, "asOf" timestamptz)
      join product using (id)`.execute(db)
  const later = new Map(found.map((product) => [product.id, product]))
  for (const { row, id } of dated) {
    row.changes = row.changes.map((change) => {
      const record = DATED[change.field]
      const isStale = record !== undefined && later.get(id ?? '')?.[record]
      return isStale ? { ...change, outcome: 'stale', current: change.from } : change
    })
    if (row.changes.every(({ outcome }) => outcome === 'stale')) row.state = 'unchanged'
  }
}
