import type { Db } from '#platform/database/database.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
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
  insertRows,
  type StoredColumn,
  type StoredImport,
} from '#shop/catalogue/imports/store/import-queries.server.ts'
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
  keepLease: () => Promise<void>,
): Promise<boolean> {
  const { id } = imported
  const read = await readStoredFile({ db, workers }, imported)
  if ('refused' in read) {
    const problem = { problem: read.problem, file: null, finishedAt: new Date() }
    await db
      .updateTable('productImport')
      .set({ status: 'refused', ...problem })
      .where('id', '=', id)
      .where('status', '=', 'reading')
      .execute()
    return false
  }
  // Remains of a process that ended meanwhile.
  await db.deleteFrom('productImportRow').where('importId', '=', id).execute()
  for (const chunk of read.chunks) {
    await insertRows(db, id, chunk)
    await keepLease()
  }
  const columns = columnsOf(read)
  await db
    .updateTable('productImport')
    .set({
      file: null,
      isWorkbook: read.isWorkbook,
      columns: JSON.stringify(columns),
      notes: JSON.stringify(read.notes),
    })
    .where('id', '=', id)
    .execute()
  return true
}

async function readStoredFile(
  { db, workers }: { db: Db; workers: WorkerPool },
  { id, sheet, mapping }: StoredImport,
): Promise<ReadFile | UnreadableFile> {
  const { file } = await db
    .selectFrom('productImport')
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const fields = fieldsOf(await listCategories(db))
  const given = { sheet, chosen: Object.keys(mapping), fields }
  return readInWorker(workers(shopJobs), new Uint8Array(file ?? []), given)
}

/** Reads the table of a file in another process. */
export async function readInWorker(
  run: RunJob,
  ...given: Parameters<typeof readImportFile>
): Promise<ReadFile | UnreadableFile> {
  try {
    return await run(readJob, ...given)
  } catch (error) {
    if (error instanceof HttpRefusal || !(error instanceof WorkerFailure)) throw error
    const problem = 'The file is damaged, or too large when it is unpacked. Save it as CSV.'
    return { refused: 'unreadable', problem }
  }
}

function columnsOf({ headings, chunks }: ReadFile): StoredColumn[] {
  const rows: [number, string[]][] = JSON.parse(chunks[0] ?? '[]')
  return headings.map((heading, at) => {
    const sample = rows.find(([, cells]) => cells[at])?.[1][at] ?? ''
    return { name: heading, heading, field: null, sample: sample.slice(0, 100), mark: null }
  })
}
