import type { Context } from 'hono'
import { type CsvColumns, streamCsv } from '#platform/csv-stream.server.ts'
import { CSV_TYPE, downloadHeaders, file } from '#platform/http/api/download.server.ts'
import type { OpenRoute } from '#platform/http/api/public-route.server.ts'
import { refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { queueOwnerOf } from '#shop/auth/access/caller.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { WORKBOOK_TYPE, writeWorkbook } from '#shop/tables/files/workbook.server.ts'

type Format = 'csv' | 'xlsx'
/** A table to download, with what reads its next rows. */
type Table<Row, Batch extends { rows: Row[] }> = {
  name: string
  columns: CsvColumns<Row>
  next: (before?: Batch) => Promise<Batch | null>
  sheet?: string
}

export const busyWorkbooks = refuses('Too many workbooks are being written; see Retry-After')

type TableRoutes<Path extends string, Row, Batch extends { rows: Row[] }> = Pick<
  OpenRoute<Path>,
  'request' | 'responses'
> & {
  /** The URL below which the table is. */
  path: Path
  operationId: string
  summary: string
  answer: string
  table: (c: Context, format: Format) => Promise<Table<Row, Batch>>
}

/** Responds with a table as CSV, or as a workbook. */
export async function respondWithTable<Row, Batch extends { rows: Row[] }>(
  c: Context,
  workers: WorkerPool,
  format: Format,
  { name, columns, next, sheet }: Table<Row, Batch>,
) {
  const fileName = `${name}.${format}`
  if (format === 'csv') {
    const csv = await streamCsv(columns, 'comma', next)
    return c.body(csv, 200, downloadHeaders(CSV_TYPE, fileName))
  }
  const owner = queueOwnerOf(c.get('audit'))
  const workbook = await writeWorkbook(workers, owner, columns, next, sheet)
  return c.body(workbook, 200, downloadHeaders(WORKBOOK_TYPE, fileName))
}

/** Routes on which admins download a table as CSV or as a workbook. */
export function tableRoutes<Path extends string, Row, Batch extends { rows: Row[] }>(
  workers: WorkerPool,
  {
    path,
    operationId,
    summary,
    answer,
    table,
    responses,
    ...others
  }: TableRoutes<Path, Row, Batch>,
) {
  const respond = (format: Format) => async (c: Context) =>
    respondWithTable(c, workers, format, await table(c, format))
  return restApi()
    .openapi(
      adminRoute({
        ...others,
        path: `${path}/csv`,
        operationId,
        summary: `${summary} as CSV`,
        responses: { ...responses, 200: file(answer, 'text/csv') },
      }),
      respond('csv') as never,
    )
    .openapi(
      adminRoute({
        ...others,
        path: `${path}/xlsx`,
        operationId: `${operationId}Workbook`,
        summary: `${summary} as a workbook`,
        responses: { ...responses, 200: file(answer, WORKBOOK_TYPE), 503: busyWorkbooks },
      }),
      respond('xlsx') as never,
    )
}
