import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { NamedProduct } from './file-names.ts'

/**
 * Finds the products on sale with these codes, the letters and digits of a SKU or a GTIN, with the files
 * that they have. A product is there once for each of its codes that is asked for.
 */
export async function findNamedProducts(db: Db, codes: string[]): Promise<NamedProduct[]> {
  const { rows } = await sql<Omit<NamedProduct, '_id'> & { id: string }>`
    with found as (
      select product_id as id, sku_letters as code from product_search where sku_letters = any(${codes})
      union select id, gtin from product where gtin = any(${codes})
    )
    select product.id, sku, code, name, array[image]
      || array(select image from product_image where product_id = product.id)
      || array(select url from product_document where product_id = product.id) as files
    from found join product using (id) where deleted_at is null
    order by sku, code`.execute(db)
  return rows.map(({ id, ...product }) => ({ _id: id, ...product }))
}
