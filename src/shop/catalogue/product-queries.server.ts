import type { Selectable } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database.server.ts'
import type { Product as ProductTable } from '#platform/database-tables.ts'
import { cents, centsToDollars } from '#platform/money.ts'
import type { Product } from './product.ts'

/** One page of the tools on sale, in the order they were added; `page` starts at 0. */
export async function listProducts(
  db: Db,
  { size, page }: { size: number; page: number },
): Promise<Product[]> {
  // The offset walks the narrow index of ids; only the page's own rows are read whole.
  const rows = await db
    .selectFrom('product')
    .selectAll()
    .where('id', 'in', (ids) =>
      ids
        .selectFrom('product')
        .select('id')
        .where('deletedAt', 'is', null)
        .orderBy('id')
        .limit(size)
        .offset(size * page),
    )
    .orderBy('id')
    .execute()
  return rows.map(toProduct)
}

/** The tools that follow `after`, in order: a page of a long stream. */
export async function listProductsAfter(
  db: Db,
  after: string | null,
  size: number,
): Promise<Product[]> {
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

export async function countProducts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('product')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A tool on sale; undefined for an id that is none. */
export async function findProduct(db: Db, id: string): Promise<Product | undefined> {
  if (!isUuid(id)) return undefined
  const row = await db
    .selectFrom('product')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row && toProduct(row)
}

/** A stored tool as the API and the pages carry it. */
export function toProduct(row: Selectable<ProductTable>): Product {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    quantity: row.quantity,
    minQuantity: row.minQuantity,
    perPrice: centsToDollars(cents(row.unitPriceCents)),
    imgURL: row.image,
    version: row.version,
  }
}
