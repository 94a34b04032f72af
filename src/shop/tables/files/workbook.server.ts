import type { CsvColumns } from '#platform/csv-stream.server.ts'
import type { QueueOwner } from '#platform/jobs/fair-queue.server.ts'
import type { WorkerJob, WorkerPool } from '#platform/workers/worker-pool.server.ts'
import type { writeTexts } from './write-workbook.server.ts'

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const workbookJob: WorkerJob<typeof writeTexts> = {
  kind: { name: 'product export', timeoutMs: 120_000, memoryBytes: 1_500 * 1024 * 1024 },
  module: 'src/shop/tables/files/write-workbook.server.ts',
  function: 'writeTexts',
}

export async function writeWorkbook<Row, Batch extends { rows: Row[] }>(
  workers: WorkerPool,
  owner: QueueOwner,
  columns: CsvColumns<Row>,
  nextBatch: (before?: Batch) => Promise<Batch | null>,
  sheet?: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const rows = [columns.map(([heading]) => heading)]
  for (let batch = await nextBatch(); batch; batch = await nextBatch(batch)) {
    for (const row of batch.rows) rows.push(columns.map(([, cell]) => String(cell(row, 'comma'))))
  }
  return new Uint8Array(await workers(owner)(workbookJob, rows, sheet))
}
