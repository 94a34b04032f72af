import { sql } from 'kysely'
import type { CsvColumns } from '#platform/csv-stream.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { type CatalogueProduct, exportText, fieldValue } from '#shop/imports/compare/catalogue-product.ts'
import { readCatalogue } from '#shop/imports/compare/catalogue-queries.server.ts'
import { fieldsOf, isExported } from '#shop/imports/store/import-fields.ts'
import { readRows, type StoredImport, type StoredRow } from '#shop/imports/store/import-queries.server.ts'
import { type AdminSearch, searchProducts } from '#shop/search/admin-search.server.ts'
import { AS_OF, exportMoment } from '#shop/tables/columns/as-of.ts'
import { withoutMark } from '#shop/tables/columns/read-cell.ts'

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
  const rows = await readCatalogue(db, sql`id = any(${ids}::uuid[])`)
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

const readAfter = (db: Db, last: string): Promise<CatalogueProduct[]> =>
  readCatalogue(db, sql`deleted_at is null and id > ${last}::uuid order by id limit ${BATCH}`)

const REFUSED_BATCH = 500

/** Returns the columns of the refused rows of an import: those of its file, and their reasons. */
export async function refusedColumns(db: Db, imported: StoredImport): Promise<CsvColumns<StoredRow>> {
  const fields = new Map(fieldsOf(await listCategories(db)).map((field) => [field.name, field.heading]))
  return [
    ...imported.columns.map(({ heading }, at): CsvColumns<StoredRow>[number] => [
      heading,
      // The mark that the file has is written again.
      ({ cells }) => withoutMark(cells[at] ?? ''),
    ]),
    ['Row', ({ position }) => position],
    ['Reasons', (row) => reasonsOf(row, (field) => fields.get(field) ?? field).join('; ')],
  ]
}

/** Returns a function that reads the refused rows, and those with stale fields, batch by batch. */
export function refusedBatches(db: Db, { id }: StoredImport) {
  return async (before?: { rows: StoredRow[] }): Promise<{ rows: StoredRow[] } | null> => {
    const after = before?.rows.at(-1)?.position ?? 0
    const rows = await readRows(db, id, { after, size: REFUSED_BATCH, isRefused: true })
    return rows.length > 0 ? { rows } : null
  }
}

function reasonsOf({ reasons, changes }: StoredRow, headingOf: (field: string) => string) {
  const stale = changes.filter(({ outcome }) => outcome === 'stale' || outcome === 'kept')
  return [
    ...reasons,
    ...stale.map(({ field, from, to, outcome, current = null }) => {
      const [was, is] = [outcome === 'stale' ? from : to, current]
      if (was === is) return `${headingOf(field)} changed after the time of the file`
      return `${headingOf(field)} was ${exportText(field, was)} and is ${exportText(field, is)} now`
    }),
  ]
}
