import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { sameSkuSpellings } from './sku-spellings.ts'

/** Finds for SKUs that no product has those on sale that differ only in how they are written. */
export async function findNearSkus(db: Db, skus: string[]): Promise<Map<string, string>> {
  const spellings = skus.flatMap((sku) => sameSkuSpellings(sku).map((letters) => ({ sku, letters })))
  if (spellings.length === 0) return new Map()
  const { rows } = await sql<{ sku: string; near: string }>`
    select given.sku, min(product.sku) as near
    from json_to_recordset(${JSON.stringify(spellings)}) as given (sku text, letters text)
      join product_search on sku_letters = letters join product on product.id = product_id
    where product.sku <> given.sku group by given.sku`.execute(db)
  return new Map(rows.map(({ sku, near }) => [sku, near]))
}
