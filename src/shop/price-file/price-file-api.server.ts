import { z } from '@hono/zod-openapi'
import { type CsvColumns, streamCsv } from '#platform/csv-stream.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { CSV_TYPE, downloadHeaders, file } from '#platform/http/api/download.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import type { JobOptions } from '#platform/workers/worker-process.server.ts'
import { queueOwnerOf } from '#shop/auth/access/caller.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { type PriceListRow, toRowJson } from '#shop/prices/price-list-json.server.ts'
import { findPriceList, type ListClock } from '#shop/prices/price-list-queries.server.ts'
import { refusePrices } from '#shop/prices/price-refusals.server.ts'
import { readRows } from '#shop/prices/price-rows.server.ts'
import { AS_OF, exportMoment } from '#shop/tables/columns/as-of.ts'
import {
  fileBody,
  flagBody,
  readFields,
  readUploadedFile,
} from '#shop/tables/files/read-upload.server.ts'
import { WORKBOOK_TYPE, writeWorkbook } from '#shop/tables/files/workbook.server.ts'
import { ALL_TOOLS } from './price-file-fields.ts'
import { choices, comparedPricesJson, readPriceFile } from './read-price-file.server.ts'

const params = z.object({ id: z.string() })
const unknown = refuses('No such price list')

/** Serves the rows of price lists as files, and compares files with them. It has its own limit of the body. */
export function createPriceFileApi({
  db,
  clock,
  workers,
}: {
  db: Db
  clock: () => ListClock
  workers: WorkerPool
}) {
  // Bodies are held in memory.
  const receive = createConcurrencyLimit({ atOnce: 2, waiting: 4 })
  const requireList = async (id: string) => {
    const list = await findPriceList(db, id, clock())
    if (!list) throw refusePrices({ refused: 'no-such-list' })
    return list
  }
  const exported = async (id: string) => {
    await requireList(id)
    const { pathOf } = createCategoryPaths(await listCategories(db))
    const asOf = exportMoment()
    const rows = (await readRows(db, id)).map(toRowJson)
    const next = async (before?: { rows: PriceListRow[] }) => (before ? null : { rows })
    return { columns: fileColumns(pathOf, asOf), next }
  }
  return restApi()
    .openapi(
      adminRoute({
        path: '/price-lists/{id}/rows/csv',
        operationId: 'downloadPriceRows',
        summary: 'Download the rows of a price list as CSV',
        request: { params },
        responses: {
          200: file('All rows, in the columns of an import', 'text/csv'),
          404: unknown,
        },
      }),
      async (c) => {
        const { columns, next } = await exported(c.req.valid('param').id)
        const csv = await streamCsv(columns, 'comma', next)
        return c.body(csv, 200, downloadHeaders(CSV_TYPE, 'prices.csv'))
      },
    )
    .openapi(
      adminRoute({
        path: '/price-lists/{id}/rows/xlsx',
        operationId: 'downloadPriceRowsWorkbook',
        summary: 'Download the rows of a price list as a workbook',
        request: { params },
        responses: {
          200: file('All rows, in the columns of an import', WORKBOOK_TYPE),
          404: unknown,
          503: refuses('Too many workbooks are being written; see Retry-After'),
        },
      }),
      async (c) => {
        const { columns, next } = await exported(c.req.valid('param').id)
        const owner = queueOwnerOf(c.var.audit)
        const workbook = await writeWorkbook(workers, owner, columns, next, 'Prices')
        return c.body(workbook, 200, downloadHeaders(WORKBOOK_TYPE, 'prices.xlsx'))
      },
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/price-lists/{id}/rows/compare',
        operationId: 'comparePriceRows',
        onlyReads: true,
        summary: 'Compare a file of prices with a price list',
        description:
          'A CSV, TSV or spreadsheet file of up to 20 MB and 20,000 rows. Nothing is changed: `PUT` the rows of the answer with its `version` to do so.',
        request: { params },
        requestBody: fileBody({
          replaces: flagBody('Removes rows of the list that the file does not have'),
          takesStale: flagBody('Takes prices that the list changed after `As of`, too'),
        }),
        responses: {
          200: answers('What each row of the file does', comparedPricesJson),
          400: refuses('Invalid multipart body'),
          404: unknown,
          413: refuses('Larger than 20 MB'),
          415: refuses('Not multipart/form-data'),
          422: refuses('The file can’t be read, for the reason in the message'),
          503: refuses('Too many concurrent uploads'),
        },
      }),
      async (c) => {
        const list = await requireList(c.req.valid('param').id)
        const owner = queueOwnerOf(c.var.audit)
        const compared = await receive(async () => {
          const uploaded = await readUploadedFile(c.req.raw)
          const chosen = readFields(uploaded.texts, choices)
          const runJob = (options: JobOptions) => workers(owner, options)
          const deps = { db, workers: runJob, clock: clock() }
          return readPriceFile(deps, list, uploaded.file, chosen)
        })
        return c.json(compared, 200)
      },
    )
}

function fileColumns(pathOf: (slug: string) => string, asOf: string): CsvColumns<PriceListRow> {
  return [
    [
      'SKU or category',
      ({ sku, category }) => sku ?? (category === undefined ? ALL_TOOLS : pathOf(category)),
    ],
    ['From', ({ minQuantity }) => minQuantity],
    ['Price', ({ perPrice }) => perPrice?.toFixed(2) ?? ''],
    ['Percent off', ({ percent }) => percent ?? ''],
    ['Name', ({ name }) => name],
    ['Base price', ({ basePrice }) => basePrice?.toFixed(2) ?? ''],
    [AS_OF.heading, () => asOf],
  ]
}
