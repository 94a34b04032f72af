import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { listedColumns } from '#shop/catalogue/products.server.ts'
import { countPromised } from '#shop/shipping/parcels/line-pieces.server.ts'
import type { CatalogueProduct } from './catalogue-product.ts'

/** Finds products by SKU, deleted ones too. */
export async function findBySku(
  db: Db,
  skus: string[],
  { countsShelf }: { countsShelf: boolean },
): Promise<Map<string, CatalogueProduct>> {
  const { rows } = await sql<CatalogueProduct>`
    select ${listedColumns}, deleted_at, 0 as promised from product
    where sku = any(${skus}::text[])`.execute(db)
  if (countsShelf) await addPromised(db, rows)
  return new Map(rows.map((row) => [row.sku, row]))
}

/**
 * Locks products until the transaction ends, in the order of their ids, as an order that is placed does,
 * and reads them, deleted ones too.
 */
export async function lockCatalogue(
  db: Db,
  ids: string[],
  { countsShelf }: { countsShelf: boolean },
): Promise<Map<string, CatalogueProduct>> {
  const { rows } = await sql<CatalogueProduct>`
    select ${listedColumns}, deleted_at, 0 as promised from product
    where id = any(${ids}::uuid[]) order by id for no key update`.execute(db)
  if (countsShelf) await addPromised(db, rows)
  return new Map(rows.map((row) => [row.id, row]))
}

async function addPromised(db: Db, products: CatalogueProduct[]): Promise<void> {
  const promised = await countPromised(
    db,
    products.map(({ id }) => id),
  )
  for (const product of products) product.promised = promised.get(product.id) ?? 0
}
