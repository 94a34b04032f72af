import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import { createBatchQueue } from '#platform/jobs/batch-queue.server.ts'
import type { StoredProduct } from './product.ts'
import { toProductJson } from './product-json.server.ts'
import { isNearStart, type ListPage, listProductPage } from './product-pages.server.ts'
import {
  countProducts,
  listedColumns,
  type ProductRow,
  productColumns,
  toProduct,
} from './product-queries.server.ts'

// One batch is read while the next one collects.
const READS_AT_ONCE = 2
const MOST_IDS = 500
const MOST_ROWS = 2000

/**
 * Returns the reads that visitors make most. Those of concurrent requests share a statement, because
 * its round trip takes longer than reading a few more rows. Each sees all writes before its request.
 */
export function createProductReads(db: Db) {
  const find = createBatchQueue({
    run: async (ids: string[]) => {
      const found = await findProducts(db, [...new Set(ids)])
      return ids.map((id) => ({ value: found.get(id) }))
    },
    atOnce: READS_AT_ONCE,
    mostWeight: MOST_IDS,
  })
  const count = createBatchQueue({
    run: async (calls: undefined[]) => {
      const value = await countProducts(db)
      return calls.map(() => ({ value }))
    },
    atOnce: READS_AT_ONCE,
    mostWeight: MOST_IDS,
  })
  const listNear = createBatchQueue({
    run: async (places: ListPage[]) => {
      const pages = new Map(places.map((place) => [keyOf(place), place]))
      const found = await readPages(db, [...pages.values()])
      const texts = new Map(
        [...pages.keys()].map((key, nr) => [key, JSON.stringify(found[nr]?.map(toProductJson))]),
      )
      return places.map((place) => ({ value: texts.get(keyOf(place)) ?? '[]' }))
    },
    atOnce: READS_AT_ONCE,
    mostWeight: MOST_ROWS,
    weigh: ({ size }) => size,
  })
  return {
    /** Finds a product on sale; undefined for an unknown id. */
    find: async (id: string): Promise<StoredProduct | undefined> =>
      isUuid(id) ? find(id.toLowerCase()) : undefined,
    count: () => count(undefined),
    /** Returns a page of the products on sale in the order of their ids, as JSON. */
    listAsJson: async (place: ListPage): Promise<string> =>
      isNearStart(place)
        ? listNear(place)
        : JSON.stringify((await listProductPage(db, 'oldest', place)).map(toProductJson)),
  }
}

const keyOf = ({ size, page }: ListPage) => `${size} ${page}`

async function findProducts(db: Db, ids: string[]): Promise<Map<string, StoredProduct>> {
  const rows = await db
    .selectFrom('product')
    .modifyFront(prepared('find-products'))
    .select(productColumns)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, toProduct(row)]))
}

async function readPages(db: Db, places: ListPage[]): Promise<StoredProduct[][]> {
  const sizes = places.map(({ size }) => size)
  const starts = places.map(({ size, page }) => size * page)
  const { rows } = await sql<ProductRow & { place: number }>`${prepared('read-product-pages')}
    select wanted.place::int as place, product.*
    from unnest(${sizes}::int[], ${starts}::int[]) with ordinality as wanted (size, start, place)
    cross join lateral (
      select ${listedColumns} from product where deleted_at is null
      order by id limit wanted.size offset wanted.start
    ) product
    order by place, product.id`.execute(db)
  const pages = places.map((): StoredProduct[] => [])
  for (const row of rows) pages[row.place - 1]?.push(toProduct(row))
  return pages
}
