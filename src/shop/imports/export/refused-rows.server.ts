import type { CsvColumns } from '#platform/csv-stream.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { exportText } from '#shop/imports/compare/catalogue-product.ts'
import { fieldsOf } from '#shop/imports/store/import-fields.ts'
import {
  readRows,
  type StoredImport,
  type StoredRow,
} from '#shop/imports/store/import-queries.server.ts'
import { withoutMark } from '#shop/tables/columns/read-cell.ts'

const BATCH = 500

/** Returns the columns of the refused rows of an import: those of its file, and their reasons. */
export async function refusedColumns(
  db: Db,
  imported: StoredImport,
): Promise<CsvColumns<StoredRow>> {
  const fields = new Map(
    fieldsOf(await listCategories(db)).map((field) => [field.name, field.heading]),
  )
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
    const rows = await readRows(db, id, { after, size: BATCH, isRefused: true })
    return rows.length > 0 ? { rows } : null
  }
}

function reasonsOf(
  { reasons, changes }: StoredRow,
  headingOf: (field: string) => string,
): string[] {
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
