import { type RawBuilder, sql } from 'kysely'
import type { CsvColumns } from '#platform/csv-stream.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { allColumns } from '#shop/catalogue/products.server.ts'
import {
  type CatalogueProduct,
  exportText,
  fieldValue,
} from '#shop/imports/compare/catalogue-product.ts'
import { fieldsOf, isExported } from '#shop/imports/store/import-fields.ts'
import { type AdminSearch, searchProducts } from '#shop/search/admin-search.server.ts'
import { AS_OF, exportMoment } from '#shop/tables/columns/as-of.ts'

const BATCH = 1_000

export type ExportBatch = { rows: CatalogueProduct[]; page: number }

export async function exportColumns(db: Db): Promise<CsvColumns<CatalogueProduct>> {
  const categories = await listCategories(db)
  const paths = createCategoryPaths(categories)
  const fields = fieldsOf(categories).filter(isExported)
  const asOf = exportMoment()
  return [
    ...fields.map(({ name, heading }): CsvColumns<CatalogueProduct>[number] => [
      heading,
      (product) => exportText(name, fieldValue(product, name, paths)),
    ]),
    [AS_OF.heading, () => asOf],
  ]
}

export function exportBatches(db: Db, query: AdminSearch) {
  const isSearch = query.search.trim() !== '' || query.stock !== undefined
  return async (before?: ExportBatch): Promise<ExportBatch | null> => {
    const page = before ? before.page + 1 : 0
    const last = before?.rows.at(-1)?.id ?? '00000000-0000-0000-0000-000000000000'
    const rows = isSearch ? await readFound(db, query, page) : await readAfter(db, last)
    return rows.length > 0 ? { rows, page } : null
  }
}

async function readFound(db: Db, query: AdminSearch, page: number): Promise<CatalogueProduct[]> {
  const found = await searchProducts(db, { ...query, sort: 'name', size: BATCH, page })
  const ids = found.map(({ id }) => id)
  const rows = await readRows(db, sql`id = any(${ids}::uuid[])`)
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

const readAfter = (db: Db, last: string): Promise<CatalogueProduct[]> =>
  readRows(db, sql`deleted_at is null and id > ${last}::uuid order by id limit ${BATCH}`)

async function readRows(db: Db, which: RawBuilder<unknown>): Promise<CatalogueProduct[]> {
  const { rows } = await sql<CatalogueProduct>`
    select ${allColumns}, deleted_at, 0 as promised from product where ${which}`.execute(db)
  return rows
}
