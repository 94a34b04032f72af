import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { StoredProduct } from './product.ts'
import { toProduct } from './product-queries.server.ts'

/** Returns the products on sale with these ids, in the given order; unknown ids are left out. */
export async function listProductsByIds(db: Db, ids: string[]): Promise<StoredProduct[]> {
  const asked = [...new Set(ids.map((id) => id.toLowerCase()))]
  const known = asked.filter((id) => isUuid(id))
  if (known.length === 0) return []
  const rows = await db
    .selectFrom('product')
    .selectAll()
    .where('id', 'in', known)
    .where('deletedAt', 'is', null)
    .execute()
  const found = new Map(rows.map((row) => [row.id, toProduct(row)]))
  return asked.flatMap((id) => found.get(id) ?? [])
}

/** Finds a deleted product, for the page that offers alternatives to it. */
export async function findDeletedProduct(db: Db, id: string): Promise<StoredProduct | undefined> {
  if (!isUuid(id)) return undefined
  const row = await db
    .selectFrom('product')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()
  return row && toProduct(row)
}
