import type { Db } from '#platform/database/database.server.ts'
import { shopJobs, type WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { fieldsOf } from '#shop/imports/store/import-fields.ts'
import { endImport, insertRows, type StoredImport } from '#shop/imports/store/import-queries.server.ts'
import type { StepWatch } from '#shop/imports/store/watch-step.server.ts'
import type { FileColumn } from '#shop/tables/columns/survey-columns.ts'
import type { ReadFile } from '#shop/tables/files/collect-rows.server.ts'
import { readInWorker } from '#shop/tables/files/read-in-worker.server.ts'

/** Reads the file of an import into rows; false when it can't be read. */
export async function readImport(
  { db, workers }: { db: Db; workers: WorkerPool },
  imported: StoredImport,
  { keepLease, signal }: StepWatch,
): Promise<boolean> {
  const { id, sheet, encoding, mapping } = imported
  const { file } = await db
    .selectFrom('productImport')
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // Remains of a process that ended meanwhile.
  await db.deleteFrom('productImportRow').where('importId', '=', id).execute()
  const onPart = async (chunk: string) => {
    await insertRows(db, id, chunk)
    await keepLease()
  }
  const fields = fieldsOf(await listCategories(db))
  const given = { sheet, encoding, chosen: Object.keys(mapping), fields }
  const run = workers(shopJobs, { onPart, signal })
  const read = await readInWorker(run, new Uint8Array(file ?? []), given)
  if ('refused' in read) {
    await endImport(db, imported, 'refused', read.problem)
    return false
  }
  await db
    .updateTable('productImport')
    .set({
      file: null,
      isWorkbook: read.isWorkbook,
      columns: JSON.stringify(columnsOf(read)),
      notes: JSON.stringify(read.notes),
    })
    .where('id', '=', id)
    .execute()
  return true
}

const columnsOf = ({ headings, empty }: ReadFile) =>
  headings.map((heading, at): FileColumn => {
    const isEmpty = empty.includes(at)
    return {
      name: heading,
      heading,
      field: null,
      sample: '',
      mark: null,
      ...(isEmpty && { isEmpty }),
    }
  })
