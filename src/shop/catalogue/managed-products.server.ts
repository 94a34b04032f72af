import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import type { Product } from './product.ts'
import { toProduct } from './product-queries.server.ts'
import type { ProductSort } from './product-sorts.ts'

const columns = {
  newest: ['id', 'desc'],
  name: ['name', 'asc'],
  quantity: ['quantity', 'asc'],
  price: ['unitPriceCents', 'asc'],
} as const

/** One page of the tools that a search finds, for those who manage them; `page` starts at 0. */
export async function listManagedProducts(
  db: Db,
  query: { search: string; sort: ProductSort; size: number; page: number },
): Promise<Product[]> {
  const { search, sort, size, page } = query
  const [column, direction] = columns[sort]
  const rows = await productsFound(db, search)
    .selectAll()
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(size)
    .offset(size * page)
    .execute()
  return rows.map(toProduct)
}

/** How many tools a search finds. */
export async function countManagedProducts(db: Db, search: string): Promise<number> {
  const { count } = await productsFound(db, search)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function productsFound(db: Db, search: string) {
  const listed = db.selectFrom('product').where('deletedAt', 'is', null)
  if (search.trim() === '') return listed
  const words = search.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const query = words.map((word) => `${word}:*`).join(' & ')
  return listed.where(
    sql<SqlBool>`product_words(name, description) @@ to_tsquery('simple', ${query})`,
  )
}
