import { type Selectable, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Product as ProductTable } from '#platform/database/database-tables.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import { cents } from '#platform/money.ts'
import type { StoredProduct } from './product.ts'

/** The columns of a product. */
export const productColumns = [
  ...(['id', 'sku', 'name', 'description', 'quantity', 'minQuantity'] as const),
  ...(['unitPriceCents', 'image', 'version', 'category', 'specifications'] as const),
]

export type ProductRow = Pick<Selectable<ProductTable>, (typeof productColumns)[number]>

/** The columns of a product, for a statement written in SQL. */
export const listedColumns = sql.join(productColumns.map((column) => sql.ref(`product.${column}`)))

/** Returns the products after `after`, in order: one batch of a stream. */
export async function listProductsAfter(
  db: Db,
  after: string | null,
  size: number,
): Promise<StoredProduct[]> {
  const rows = await db
    .selectFrom('product')
    .selectAll()
    .where('deletedAt', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(size)
    .execute()
  return rows.map(toProduct)
}

/** Returns the number of products on sale; triggers maintain it. */
export async function countProducts(db: Db): Promise<number> {
  const { listed } = await db.selectFrom('productCount').select('listed').executeTakeFirstOrThrow()
  return listed
}

/** Finds a product on sale; undefined for an unknown id. */
export async function findProduct(db: Db, id: string): Promise<StoredProduct | undefined> {
  if (!isUuid(id)) return undefined
  const row = await db
    .selectFrom('product')
    .modifyFront(prepared('find-product'))
    .select(productColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row && toProduct(row)
}

/** Converts a row to the domain type. */
export function toProduct(row: ProductRow): StoredProduct {
  return {
    id: row.id,
    sku: row.sku,
    name: row.name,
    description: row.description,
    quantity: row.quantity,
    minQuantity: row.minQuantity,
    unitPrice: cents(row.unitPriceCents),
    image: row.image,
    version: row.version,
    category: row.category,
    specifications: row.specifications as StoredProduct['specifications'],
  }
}
