import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { isNearStart, nearerEnd } from '#platform/database/nearer-end.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import { createBatchQueue } from '#platform/jobs/batch-queue.server.ts'
import { listsFor, ownPrices, viewerKey } from '#shop/prices/prices-for.server.ts'
import type { Viewer } from '#shop/prices/viewer.server.ts'
import { countByCategory } from './categories/category-tiles.server.ts'
import { toProductJson, toProductsJson } from './product-json.server.ts'
import type { ProductSort } from './product-sorts.ts'
import {
  countProducts,
  listedColumns,
  listedSelection,
  type ProductRow,
  READS_AT_ONCE,
  type StoredProduct,
  toProduct,
} from './products.server.ts'

/** The products on sale, and the copies of them that sales do not write. */
const onSale = sql`(select * from product where deleted_at is null) listed`
const copies = sql`(select *, product_id as id from product_search) listed`

/** Families together, their sizes ascending, as an index of product_search has them. */
const familyOrder = ['familyOrder', 'sizeOrder', 'id']

/**
 * The sort orders, each backed by an index; ids break ties. The quantity itself has no index, which
 * every sale would write: its level finds the few products that must be sorted.
 */
export const productOrders = {
  oldest: { from: onSale, columns: ['id'], direction: 'asc' },
  // Only a search ranks its results.
  relevance: { from: onSale, columns: ['rank', ...familyOrder], direction: 'asc' },
  newest: { from: onSale, columns: ['id'], direction: 'desc' },
  name: { from: copies, columns: ['nameOrder', 'id'], direction: 'asc' },
  quantity: { from: onSale, columns: ['stockLevel', 'quantity', 'id'], direction: 'asc' },
  price: { from: copies, columns: ['unitPriceCents', 'id'], direction: 'asc' },
} as const satisfies Record<'oldest' | ProductSort, ListOrder>

type ListOrder = {
  from: RawBuilder<unknown>
  columns: readonly string[]
  direction: 'asc' | 'desc'
}

export type ListPage = { size: number; page: number }

const opposite = { asc: 'desc', desc: 'asc' } as const
const MAX_ROWS = 2000

export async function listProductPage(
  db: Db,
  order: keyof typeof productOrders,
  position: ListPage,
): Promise<StoredProduct[]> {
  const total = isNearStart(position) ? undefined : await countProducts(db)
  return readListPage(db, productOrders[order], position, total)
}

/** A page, from 0, of the products on sale in these categories, in their order, then by family and size. */
export async function listCategoryProducts(
  db: Db,
  slugs: string[],
  { size, page }: ListPage,
): Promise<StoredProduct[]> {
  const counts = await countByCategory(db, slugs)
  const products: StoredProduct[] = []
  let start = size * page
  for (const slug of slugs) {
    const count = counts.get(slug) ?? 0
    const missing = size - products.length
    if (start < count && missing > 0) {
      const from = sql`(select *, product_id as id from product_search where category = ${slug}) listed`
      const order = { from, columns: familyOrder, direction: 'asc' as const }
      products.push(...(await readListRows(db, order, { start, size: missing }, count)))
    }
    start = Math.max(0, start - count)
  }
  return products
}

export type FamilySize = { id: string; name: string; size: string; slug: string }

// More than any family has; a row of chips has an end.
const MAX_SIZES = 100

export async function listFamilySizes(db: Db, family: string | null): Promise<FamilySize[]> {
  if (family === null) return []
  const { rows } = await sql<FamilySize>`
    select product.id, product.name, size, slug from product
    join product_search on product_id = product.id join family on family.name = product.family
    where product.family = ${family} and size is not null and deleted_at is null
    order by size_order, product.name, product.id limit ${MAX_SIZES}`.execute(db)
  return rows
}

export async function listProductsAfter(
  db: Db,
  after: string | null,
  size: number,
): Promise<StoredProduct[]> {
  return (await productsAfter(db, after, size).select(listedSelection).execute()).map(toProduct)
}

/** Returns the ids and names of up to `size` products on sale after one, in order. */
export async function listProductNames(
  db: Db,
  after: string | null,
  size: number,
): Promise<Pick<StoredProduct, 'id' | 'name'>[]> {
  if (after !== null && !isUuid(after)) return []
  return productsAfter(db, after, size).select(['id', 'name']).execute()
}

function productsAfter(db: Db, after: string | null, size: number) {
  return db
    .selectFrom('product')
    .where('deletedAt', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(size)
}

/** Returns the last product of each complete chunk of `size` products on sale; skips a trailing partial chunk. */
export async function lastProductsOfParts(db: Db, size: number): Promise<string[]> {
  const total = await countProducts(db)
  if (total <= size) return []
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, row_number() over (order by id) as position from product where deleted_at is null
    ) listed
    where position % ${size} = 0 and position < ${total} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Reads pages of products on sale by id, as JSON; concurrent requests share a statement (createProductReads). */
export function createPageReads(db: Db) {
  const listNear = createBatchQueue({
    run: async (positions: ViewedPage[]) => {
      const pages = new Map(positions.map((position) => [keyOf(position), position]))
      const firstPages = await readFirstPages(db, [...pages.values()])
      const asked = [...pages.values()].map(({ viewer }, nr) => {
        return { viewer, products: firstPages[nr] ?? [] }
      })
      const lists = await listsFor(db, asked)
      const texts = new Map(
        [...pages].map(([key, { viewer }], nr) => {
          const json = firstPages[nr]?.map((product) =>
            toProductJson(product, ownPrices(product, lists.of(viewer, product)).ladder),
          )
          return [key, JSON.stringify(json)]
        }),
      )
      return positions.map((position) => ({ value: texts.get(keyOf(position)) ?? '[]' }))
    },
    atOnce: READS_AT_ONCE,
    maxWeight: MAX_ROWS,
    weigh: ({ size }) => size,
  })
  return async (position: ViewedPage): Promise<string> => {
    if (isNearStart(position)) return listNear(position)
    const products = await listProductPage(db, 'oldest', position)
    return JSON.stringify(await toProductsJson(db, position.viewer, products))
  }
}

type ViewedPage = ListPage & { viewer: Viewer }

const keyOf = ({ size, page, viewer }: ViewedPage) => `${size} ${page} ${viewerKey(viewer)}`

async function readFirstPages(db: Db, positions: ListPage[]): Promise<StoredProduct[][]> {
  const sizes = positions.map(({ size }) => size)
  const starts = positions.map(({ size, page }) => size * page)
  const { rows } = await sql<ProductRow & { position: number }>`${prepared('read-product-pages')}
    select wanted.position::int as position, product.*
    from unnest(${sizes}::int[], ${starts}::int[]) with ordinality as wanted (size, start, position)
    cross join lateral (
      select ${listedColumns} from product where deleted_at is null
      order by id limit wanted.size offset wanted.start
    ) product
    order by position, product.id`.execute(db)
  const pages = positions.map((): StoredProduct[] => [])
  for (const row of rows) pages[row.position - 1]?.push(toProduct(row))
  return pages
}

export function readListPage(
  db: Db,
  order: ListOrder,
  { size, page }: ListPage,
  total?: number,
): Promise<StoredProduct[]> {
  return readListRows(db, order, { start: size * page, size }, total)
}

/**
 * Reads rows by skipping those before them in a narrow index; only they are read in full. With the
 * number of all rows it skips those after them if these are fewer.
 */
async function readListRows(
  db: Db,
  { from, columns, direction }: ListOrder,
  { start, size }: { start: number; size: number },
  total?: number,
): Promise<StoredProduct[]> {
  const { isForward, limit, offset } = nearerEnd(start, size, total)
  const { rows } = await sql<ProductRow>`
    select ${listedColumns} from (
      select id, row_number() over () as position from (
        select id from ${from}
        order by ${sortedBy(columns, isForward ? direction : opposite[direction])}
        limit ${limit} offset ${offset}
      ) ordered
    ) page
    join product using (id)
    order by position`.execute(db)
  const products = rows.map(toProduct)
  return isForward ? products : products.reverse()
}

function sortedBy(columns: readonly string[], direction: 'asc' | 'desc') {
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))
}
