import type { Db } from '#platform/database/database.server.ts'
import { oneLine } from '#platform/tables/clean-text.ts'
import { firstCharacters } from '#platform/text.ts'
import {
  type RunJob,
  shopJobs,
  type WorkerJob,
  type WorkerPool,
} from '#platform/workers/worker-pool.server.ts'
import { WorkerFailure } from '#platform/workers/worker-process.server.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { fieldsOf } from '#shop/catalogue/imports/store/import-fields.ts'
import {
  endImport,
  insertRows,
  type StoredColumn,
  type StoredImport,
} from '#shop/catalogue/imports/store/import-queries.server.ts'
import type { StepWatch } from '#shop/catalogue/imports/store/watch-step.server.ts'
import type { ReadFile, readImportFile, UnreadableFile } from './read-file.server.ts'

const readJob: WorkerJob<typeof readImportFile> = {
  kind: { name: 'product import', timeoutMs: 120_000, memoryBytes: 1_500 * 1024 * 1024 },
  module: 'src/shop/catalogue/imports/read/read-file.server.ts',
  function: 'readImportFile',
}

/** Reads the file of an import into rows; false when it can't be read. */
export async function readImport(
  { db, workers }: { db: Db; workers: WorkerPool },
  imported: StoredImport,
  { keepLease, signal }: StepWatch,
): Promise<boolean> {
  const { id, sheet, mapping } = imported
  const { file } = await db
    .selectFrom('productImport')
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // Remains of a process that ended meanwhile.
  await db.deleteFrom('productImportRow').where('importId', '=', id).execute()
  let firstRows: string | undefined
  const onPart = async (chunk: string) => {
    firstRows ??= chunk
    await insertRows(db, id, chunk)
    await keepLease()
  }
  const fields = fieldsOf(await listCategories(db))
  const given = { sheet, chosen: Object.keys(mapping), fields }
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
      columns: JSON.stringify(columnsOf(read, firstRows)),
      notes: JSON.stringify(read.notes),
    })
    .where('id', '=', id)
    .execute()
  return true
}

/** Reads the table of a file in another process. */
export async function readInWorker(
  run: RunJob,
  ...given: Parameters<typeof readImportFile>
): Promise<ReadFile | UnreadableFile> {
  try {
    return await run(readJob, ...given)
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error
    const problem = 'The file is damaged, or too large when it is unpacked. Save it as CSV.'
    return { refused: 'unreadable', problem }
  }
}

function columnsOf({ headings }: ReadFile, firstRows = '[]'): StoredColumn[] {
  const rows: [number, string[]][] = JSON.parse(firstRows)
  return headings.map((heading, at) => {
    const sample = firstCharacters(oneLine(rows.find(([, cells]) => cells[at])?.[1][at] ?? ''), 100)
    return { name: heading, heading, field: null, sample, mark: null }
  })
}
