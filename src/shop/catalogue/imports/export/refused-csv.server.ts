import { type CsvColumns, streamCsv } from '#platform/csv-stream.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { exportText } from '#shop/catalogue/imports/compare/catalogue-product.ts'
import { withoutMark } from '#shop/catalogue/imports/compare/read-cell.ts'
import { fieldsOf } from '#shop/catalogue/imports/store/import-fields.ts'
import {
  readRows,
  type StoredImport,
  type StoredRow,
} from '#shop/catalogue/imports/store/import-queries.server.ts'

const BATCH = 500

/** Streams the refused rows of an import, and those with stale fields, with their reasons. */
export async function streamRefused(
  db: Db,
  imported: StoredImport,
): Promise<ReadableStream<Uint8Array>> {
  const fields = new Map(fieldsOf(await listCategories(db)).map((one) => [one.name, one.heading]))
  const columns: CsvColumns<StoredRow> = [
    ...imported.columns.map(({ heading }, at): CsvColumns<StoredRow>[number] => [
      heading,
      // The mark that the file has is written again.
      ({ cells }) => withoutMark(cells[at] ?? ''),
    ]),
    ['Row', ({ position }) => position],
    ['Reasons', (row) => reasonsOf(row, (field) => fields.get(field) ?? field).join('; ')],
  ]
  return streamCsv(columns, 'comma', async (before?: { rows: StoredRow[] }) => {
    const after = before?.rows.at(-1)?.position ?? 0
    const rows = await readRows(db, imported.id, { after, size: BATCH, isRefused: true })
    return rows.length > 0 ? { rows } : null
  })
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
      return `${headingOf(field)} was ${exportText(field, was)} and is ${exportText(field, is)} now`
    }),
  ]
}
