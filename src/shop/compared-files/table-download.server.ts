import type { Context } from 'hono'
import { type CsvColumns, streamCsv } from '#platform/csv-stream.server.ts'
import { CSV_TYPE, downloadHeaders } from '#platform/http/api/download.server.ts'
import type { WorkerJob, WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { queueOwnerOf } from '#shop/auth/access/caller.server.ts'
import type { writeTexts } from '#shop/tables/files/write-workbook.server.ts'

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const workbookJob: WorkerJob<typeof writeTexts> = {
  kind: { name: 'product export', timeoutMs: 120_000, memoryBytes: 1_500 * 1024 * 1024 },
  module: 'src/shop/tables/files/write-workbook.server.ts',
  function: 'writeTexts',
}

/** A table to download; `next` reads the rows after a batch, and returns null behind the last. */
type Table<Row, Batch extends { rows: Row[] }> = {
  name: string
  sheet?: string
  columns: CsvColumns<Row>
  next: (before?: Batch) => Promise<Batch | null>
}

/** Responds to an admin with a table as CSV, or as a workbook. */
export async function respondWithTable<Row, Batch extends { rows: Row[] }>(
  c: Context,
  workers: WorkerPool,
  format: 'csv' | 'xlsx',
  { name, sheet, columns, next }: Table<Row, Batch>,
) {
  const fileName = `${name}.${format}`
  if (format === 'csv') {
    const csv = await streamCsv(columns, 'comma', next)
    return c.body(csv, 200, downloadHeaders(CSV_TYPE, fileName))
  }
  const texts = [columns.map(([heading]) => heading)]
  for (let batch = await next(); batch; batch = await next(batch)) {
    for (const row of batch.rows) texts.push(columns.map(([, cell]) => String(cell(row, 'comma'))))
  }
  const workbook = await workers(queueOwnerOf(c.get('audit')))(workbookJob, texts, sheet)
  return c.body(new Uint8Array(workbook), 200, downloadHeaders(WORKBOOK_TYPE, fileName))
}
