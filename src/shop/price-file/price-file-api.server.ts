import { z } from '@hono/zod-openapi'
import type { CsvColumns } from '#platform/csv-stream.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { file } from '#platform/http/api/download.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { createTableReader, refusedFiles } from '#shop/compared-files/read-sent-file.server.ts'
import { respondWithTable, WORKBOOK_TYPE } from '#shop/compared-files/table-download.server.ts'
import { MAX_ROWS } from '#shop/prices/price-list-forms.ts'
import { type PriceListRow, toRowJson } from '#shop/prices/price-list-json.server.ts'
import { findPriceList, type ListClock } from '#shop/prices/price-list-queries.server.ts'
import { refusePrices } from '#shop/prices/price-refusals.server.ts'
import { readRows } from '#shop/prices/price-rows.server.ts'
import { AS_OF, exportMoment } from '#shop/tables/columns/as-of.ts'
import { columnFields, fileBody, flag, flagBody } from '#shop/tables/files/read-upload.server.ts'
import { comparedPricesJson, comparePrices } from './compare-prices.server.ts'
import { ALL_TOOLS, priceFields } from './price-file-fields.ts'
import { surveyPrices } from './price-steps.ts'

const params = z.object({ id: z.string() })
const unknown = refuses('No such price list')

/** Serves the rows of price lists as files, and compares files with them. */
export function createPriceFileApi({
  db,
  clock,
  workers,
}: {
  db: Db
  clock: () => ListClock
  workers: WorkerPool
}) {
  const requireList = async (id: string) => {
    const list = await findPriceList(db, id, clock())
    if (!list) throw refusePrices({ refused: 'no-such-list' })
    return list
  }
  const readFile = createTableReader(workers, {
    fields: priceFields,
    maxRows: MAX_ROWS,
    survey: surveyPrices,
    choices: z.object({
      ...columnFields,
      replaces: flag('replaces'),
      takesStale: flag('takesStale'),
    }),
  })
  const exported = async (id: string) => {
    await requireList(id)
    const { pathOf } = createCategoryPaths(await listCategories(db))
    const columns = fileColumns(pathOf, exportMoment())
    const rows = (await readRows(db, id)).map(toRowJson)
    const next = async (before?: { rows: PriceListRow[] }) => (before ? null : { rows })
    return { name: 'prices', sheet: 'Prices', columns, next }
  }
  return restApi({
    downloadPriceRows: adminRoute({
      endpoint: 'GET /price-lists/{id}/rows/csv',
      summary: 'Download the rows of a price list as CSV',
      request: { params },
      responses: {
        200: file('All rows, in the columns of an import', 'text/csv'),
        404: unknown,
      },
      respond: async (c) => respondWithTable(c, workers, 'csv', await exported(c.req.valid('param').id)),
    }),
    downloadPriceRowsWorkbook: adminRoute({
      endpoint: 'GET /price-lists/{id}/rows/xlsx',
      summary: 'Download the rows of a price list as a workbook',
      request: { params },
      responses: {
        200: file('All rows, in the columns of an import', WORKBOOK_TYPE),
        404: unknown,
        503: refuses('Too many workbooks are being written; see Retry-After'),
      },
      respond: async (c) => respondWithTable(c, workers, 'xlsx', await exported(c.req.valid('param').id)),
    }),
    comparePriceRows: adminRoute({
      endpoint: 'POST /price-lists/{id}/rows/compare',
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
        404: unknown,
        ...refusedFiles,
      },
      respond: async (c) => {
        const list = await requireList(c.req.valid('param').id)
        const compared = await readFile(c.req.raw, c.var.audit, (table, ticks) =>
          comparePrices({ db, clock: clock() }, list, table, ticks),
        )
        return c.json(compared, 200)
      },
    }),
  })
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
