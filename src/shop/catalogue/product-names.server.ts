import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { idsOfPage } from './list-sections.server.ts'
import type { StoredProduct } from './product.ts'
import { countProducts } from './product-queries.server.ts'

/** Returns the ids and names of up to `size` products on sale after one, in order. */
export async function listProductNames(
  db: Db,
  after: string | null,
  size: number,
): Promise<Pick<StoredProduct, 'id' | 'name'>[]> {
  if (after !== null && !isUuid(after)) return []
  return db
    .selectFrom('product')
    .select(['id', 'name'])
    .where('deletedAt', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(size)
    .execute()
}

/** Returns the last product on sale of each full part of `size`, but for the end of the list. */
export async function lastProductsOfParts(db: Db, size: number): Promise<string[]> {
  const parts = Math.ceil((await countProducts(db)) / size)
  const ends = Array.from({ length: Math.max(0, parts - 1) }, (_, part) => (part + 1) * size - 1)
  if (ends.length === 0) return []
  // Pages of one product each, so that the sections find them.
  const found = await Promise.all(
    ends.map(async (page) => {
      const { rows } = await idsOfPage('product', 'asc', { size: 1, page }).execute(db)
      return rows.map(({ id }) => id)
    }),
  )
  return found.flat()
}
