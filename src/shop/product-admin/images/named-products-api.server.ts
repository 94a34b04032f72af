import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { shownImage } from '#shop/catalogue/images/shown-image.server.ts'
import type { NamedProduct } from './file-names.ts'

export const MAX_CODES = 1000

const namedProductJson = z.object({
  _id: z.string(),
  sku: z.string(),
  code: z.string().describe('The code that was asked for'),
  name: z.string(),
  files: z.array(z.string()).describe('The URLs of its images and documents, the main image first'),
})

export function createNamedProductsApi({ db }: { db: Db }) {
  return restApi({
    findNamedProducts: adminJson({
      endpoint: 'POST /products/named',
      onlyReads: true,
      summary: 'Find the products that files are named after',
      body: z.object({ codes: z.array(z.string().max(60)).max(MAX_CODES) }),
      answer: 'Products by the letters and digits of their SKU or GTIN',
      json: z.array(namedProductJson),
      respond: ({ json: { codes } }) => findNamedProducts(db, codes),
    }),
  })
}

/**
 * Finds the products on sale with these codes, the letters and digits of a SKU or a GTIN, with the files
 * that they have. A product is there once for each of its codes that is asked for.
 */
async function findNamedProducts(db: Db, codes: string[]): Promise<NamedProduct[]> {
  const { rows } = await sql<Omit<NamedProduct, '_id'> & { id: string }>`
    with found as (
      select product_id as id, sku_letters as code from product_search where sku_letters = any(${codes})
      union select id, gtin from product where gtin = any(${codes})
    )
    select product.id, sku, code, name, array[${shownImage}]
      || array(select image from product_image where product_id = product.id)
      || array(select url from product_document where product_id = product.id) as files
    from found join product using (id) where deleted_at is null or is_discontinued
    order by sku, code`.execute(db)
  return rows.map(({ id, ...product }) => ({ _id: id, ...product }))
}
