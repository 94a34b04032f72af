import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Product } from './product.ts'

/** Returns the ids and names of up to `size` products on sale after one, in order. */
export async function listProductNames(
  db: Db,
  after: string | null,
  size: number,
): Promise<Pick<Product, '_id' | 'name'>[]> {
  if (after !== null && !isUuid(after)) return []
  const rows = await db
    .selectFrom('product')
    .select(['id', 'name'])
    .where('deletedAt', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(size)
    .execute()
  return rows.map(({ id, name }) => ({ _id: id, name }))
}

/** Returns the last product on sale of each full part of `size`, but for the end of the list. */
export async function lastProductsOfParts(db: Db, size: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, row_number() over (order by id) as place, count(*) over () as total
      from product where deleted_at is null) numbered
    where place % ${size} = 0 and place < total
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
