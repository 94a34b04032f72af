import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { shownImage } from '#shop/catalogue/images/shown-image.server.ts'
import { allColumns } from '#shop/catalogue/products.server.ts'
import { countPromised } from '#shop/pieces/line-pieces.server.ts'
import type { CatalogueProduct } from './catalogue-product.ts'

type What = { countsPromised: boolean }

export async function findBySku(db: Db, skus: string[], what: What): Promise<Map<string, CatalogueProduct>> {
  const products = await readCatalogue(db, sql`sku = any(${skus}::text[])`, what)
  return new Map(products.map((product) => [product.sku, product]))
}

/** Locks products until the transaction ends, by id as orders do, and reads them, deleted ones too. */
export async function lockCatalogue(
  db: Db,
  ids: string[],
  what: What,
): Promise<Map<string, CatalogueProduct>> {
  const which = sql`id = any(${ids}::uuid[]) order by id for no key update`
  const products = await readCatalogue(db, which, what)
  return new Map(products.map((product) => [product.id, product]))
}

/** Reads products, deleted ones too, by what follows `where`. */
export async function readCatalogue(
  db: Db,
  which: RawBuilder<unknown>,
  { countsPromised }: What = { countsPromised: false },
): Promise<CatalogueProduct[]> {
  const { rows } = await sql<CatalogueProduct>`
    select ${allColumns}, product.image, ${shownImage} as shown_image, deleted_at, 0 as promised,
      (select long_text from family where family.name = product.family) as family_text,
      (select position from family where family.name = product.family) as family_order
    from product where ${which}`.execute(db)
  if (!countsPromised) return rows
  const ids = rows.map(({ id }) => id)
  const promised = await countPromised(db, ids)
  return rows.map((row) => ({ ...row, promised: promised.get(row.id) ?? 0 }))
}
