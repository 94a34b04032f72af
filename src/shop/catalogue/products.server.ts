import { type RawBuilder, type Selectable, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Product as ProductTable } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import { createBatchQueue } from '#platform/jobs/batch-queue.server.ts'
import { type Cents, cents } from '#platform/money.ts'
import type { PriceStep } from '#shop/prices/price-ladder.ts'
import { listsFor, ownPrices } from '#shop/prices/prices-for.server.ts'
import type { Viewer } from '#shop/prices/viewer.server.ts'
import type { SpecificationValues } from './categories/specification-values.ts'
import { shownImage } from './images/shown-image.server.ts'
import {
  columnOf,
  fieldNames,
  type OptionalField,
  optionalFields,
  type ProductColumn,
  type SeenBy,
} from './product-fields.ts'

export type FullProductRow = Pick<Selectable<ProductTable>, ProductColumn>
/** The same without what lists leave out. */
export type ProductRow = Omit<FullProductRow, UnlistedColumn>
type UnlistedColumn = OptionalField<SeenBy, false> | 'isDiscontinued' | 'successorId'

type InDomain<Row> = Omit<Row, 'unitPriceCents' | 'specifications'> & {
  unitPrice: Cents
  specifications: SpecificationValues
}
export type StoredProduct = InDomain<ProductRow>
/** The same with what lists leave out. */
export type FullProduct = InDomain<FullProductRow>

export const fullColumns: ProductColumn[] = [
  ...(['id', 'version', 'specifications', 'isDiscontinued', 'successorId'] as const),
  ...fieldNames.flatMap((name) => columnOf(name) ?? []),
]

const productColumns = fullColumns.filter(
  (column): column is keyof ProductRow =>
    ![...optionalFields(undefined, false), 'isDiscontinued', 'successorId'].includes(column),
)

const columnList = (columns: string[]) =>
  sql.join(
    columns.map((column) =>
      column === 'image' ? sql`${shownImage} as image` : sql.ref(`product.${column}`),
    ),
  )

/** The columns of a product in lists. */
export const listedSelection = [
  ...productColumns.filter((column) => column !== 'image'),
  shownImage.as('image'),
]

/** The same, or those of a product in full, for a statement written in SQL. */
export const listedColumns = columnList(productColumns)
export const allColumns = columnList(fullColumns)

/** Finds a product on sale; undefined for an unknown id. */
export async function findProduct(db: Db, id: string): Promise<StoredProduct | undefined> {
  return (await listProductsByIds(db, [id]))[0]
}

/** Finds a product on sale or discontinued. */
export async function findFullProduct(db: Db, id: string): Promise<FullProduct | undefined> {
  return (await listFullProducts(db, [id]))[0]
}

/** Finds a deleted product, for the page that offers alternatives to it. */
export async function findDeletedProduct(db: Db, id: string): Promise<StoredProduct | undefined> {
  if (!isUuid(id)) return undefined
  const row = await db
    .selectFrom('product')
    .selectAll()
    .select(shownImage.as('image'))
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()
  return row && toProduct(row)
}

/** Returns the products on sale with these ids, in the given order; unknown ids are left out. */
export const listProductsByIds = (db: Db, ids: string[]): Promise<StoredProduct[]> =>
  readByIds<ProductRow>(db, ids, sql`${prepared('find-products')} select ${listedColumns}`)

/** Returns the long text of a product as its page shows it; null without one. */
export async function readLongText(db: Db, id: string): Promise<string | null> {
  const product = db.selectFrom('product').select('longTextHtml').where('id', '=', id)
  return (await product.executeTakeFirst())?.longTextHtml ?? null
}

export const listFullProducts = (db: Db, ids: string[]): Promise<FullProduct[]> =>
  readByIds<FullProductRow>(
    db,
    ids,
    sql`${prepared('find-full-products')} select ${allColumns}`,
    sql`(deleted_at is null or is_discontinued)`,
  )

async function readByIds<Row extends ProductRow>(
  db: Db,
  ids: string[],
  select: RawBuilder<unknown>,
  isShown = sql`deleted_at is null`,
) {
  const requested = [...new Set(ids.map((id) => id.toLowerCase()))]
  const known = requested.filter((id) => isUuid(id))
  if (known.length === 0) return []
  const { rows } = await sql<Row>`${select} from product
    where id = any(${known}::uuid[]) and ${isShown}`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, toProduct(row)]))
  return requested.flatMap((id) => byId.get(id) ?? [])
}

/** Returns the products on sale with these SKUs, in the given order; unknown ones are left out. */
export async function listProductsBySkus(db: Db, skus: string[]): Promise<StoredProduct[]> {
  if (skus.length === 0) return []
  const rows = await db
    .selectFrom('product')
    .select(listedSelection)
    .where('sku', '=', sql<string>`any(${skus}::text[])`)
    .where('deletedAt', 'is', null)
    .execute()
  const bySku = new Map(rows.map((row) => [row.sku, toProduct(row)]))
  return skus.flatMap((sku) => bySku.get(sku) ?? [])
}

/** Returns the SKUs of the first two products on sale. */
export async function listFirstSkus(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .select('sku')
    .where('deletedAt', 'is', null)
    .where('sku', 'is not', null)
    .orderBy('id')
    .limit(2)
    .execute()
  return rows.flatMap(({ sku }) => sku ?? [])
}

/** Returns the number of products on sale; triggers maintain it. */
export async function countProducts(db: Db): Promise<number> {
  const { listed } = await db
    .selectFrom('productCount')
    .select(({ fn }) => fn.sum<string>('listed').as('listed'))
    .executeTakeFirstOrThrow()
  return Number(listed)
}

/** One batch runs while the next one fills. */
export const READS_AT_ONCE = 2
const MAX_IDS = 500

/**
 * Returns the most frequent product reads of visitors. Concurrent requests share a statement, because a
 * round trip takes longer than a few more rows. Each request sees all earlier writes.
 */
export function createProductReads(db: Db) {
  const find = createBatchQueue({
    run: async (calls: { id: string; viewer: Viewer }[]) => {
      const products = await listFullProducts(
        db,
        calls.map(({ id }) => id),
      )
      const byId = new Map(products.map((product) => [product.id, product]))
      const asked = calls.map(({ id, viewer }) => {
        const product = byId.get(id)
        return { viewer, products: product ? [product] : [] }
      })
      const lists = await listsFor(db, asked)
      return calls.map(({ id, viewer }) => {
        const product = byId.get(id)
        if (!product) return { value: undefined }
        return { value: { product, ...ownPrices(product, lists.of(viewer, product)) } }
      })
    },
    atOnce: READS_AT_ONCE,
    maxWeight: MAX_IDS,
  })
  const count = createBatchQueue({
    run: async (calls: undefined[]) => {
      const value = await countProducts(db)
      return calls.map(() => ({ value }))
    },
    atOnce: READS_AT_ONCE,
    maxWeight: MAX_IDS,
  })
  return {
    /** Finds a product on sale or discontinued with a viewer's prices; undefined for an unknown id. */
    find: async (
      id: string,
      viewer: Viewer,
    ): Promise<{ product: FullProduct; ladder: PriceStep[] } | undefined> =>
      isUuid(id) ? find({ id: id.toLowerCase(), viewer }) : undefined,
    count: () => count(undefined),
  }
}

export function toProduct<Row extends ProductRow>({ unitPriceCents, ...row }: Row): InDomain<Row> {
  const specifications = row.specifications as SpecificationValues
  return { ...row, unitPrice: cents(unitPriceCents), specifications } as InDomain<Row>
}
