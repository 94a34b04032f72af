import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { listedColumns, type ProductRow, type StoredProduct, toProduct } from './products.server.ts'

const SHOWN = 5
// Candidates on either side, which bound the work in a large category (product 13.4).
const NEAR = 250

type Subject = Pick<StoredProduct, 'id' | 'category' | 'specifications' | 'unitPrice'>

/** Those of the category that differ in the fewest specifications from one, which may be deleted; then by price. */
export async function listAlternatives(db: Db, product: Subject): Promise<StoredProduct[]> {
  const { category, id } = product
  if (category === null) return []
  const values = sql`${JSON.stringify(product.specifications)}::jsonb`
  const cents = sql`${product.unitPrice}::numeric`
  const near = sql`select id, unit_price_cents, specifications from product
    where category = ${category} and deleted_at is null`
  // Differing values minus shared keys, which ranks like the number of differing specifications.
  const { rows } = await sql<ProductRow>`
    select ${listedColumns} from (
      select id, differing, least(unit_price_cents, ${cents}) / greatest(unit_price_cents, ${cents}, 1)
        as price_ratio
      from (
        (${near} and id < ${id} order by id desc limit ${NEAR})
        union all (${near} and id > ${id} order by id limit ${NEAR})
      ) near
      cross join lateral (
        select count(*) filter (where value is distinct from ${values} -> key)
          - count(*) filter (where ${values} ? key) as differing
        from jsonb_each(specifications)
      ) compared
      order by differing, price_ratio desc, id limit ${SHOWN}
    ) best
    join product using (id)
    order by differing, price_ratio desc, id`.execute(db)
  return rows.map(toProduct)
}
