import { z } from '@hono/zod-openapi'
import type { CsvColumns } from '#platform/csv-stream.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { refuses } from '#platform/http/api/rest-api.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { createTableReader, fileRoute } from '#shop/compared-files/file-route.server.ts'
import { tableRoutes } from '#shop/compared-files/table-routes.server.ts'
import { MAX_ROWS } from '#shop/prices/price-list-forms.ts'
import { type PriceListRow, toRowJson } from '#shop/prices/price-list-json.server.ts'
import { findPriceList, type ListClock } from '#shop/prices/price-list-queries.server.ts'
import { refusePrices } from '#shop/prices/price-refusals.server.ts'
import { readRows } from '#shop/prices/price-rows.server.ts'
import { AS_OF, exportMoment } from '#shop/tables/columns/as-of.ts'
import { columnFields, flag, flagBody } from '#shop/tables/files/read-upload.server.ts'
import { comparedPricesJson, comparePrices } from './compare-prices.server.ts'
import { surveyPrices } from './price-columns.ts'
import { ALL_TOOLS, priceFields } from './price-file-fields.ts'

const params = z.object({ id: z.string() })
const unknown = 'No such price list'

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
  const downloads = tableRoutes(workers, {
    path: '/price-lists/{id}/rows',
    operationId: 'downloadPriceRows',
    summary: 'Download the rows of a price list',
    request: { params },
    answer: 'All rows, in the columns of an import',
    responses: { 404: refuses(unknown) },
    table: async (c) => {
      const { id } = await requireList(c.req.param('id') ?? '')
      const { pathOf } = createCategoryPaths(await listCategories(db))
      const asOf = exportMoment()
      const rows = (await readRows(db, id)).map(toRowJson)
      const next = async (before?: { rows: PriceListRow[] }) => (before ? null : { rows })
      return { name: 'prices', sheet: 'Prices', columns: fileColumns(pathOf, asOf), next }
    },
  })
  return downloads.openapi(
    ...fileRoute({
      path: '/price-lists/{id}/rows/compare',
      operationId: 'comparePriceRows',
      onlyReads: true,
      summary: 'Compare a file of prices with a price list',
      description:
        'A CSV, TSV or spreadsheet file of up to 20 MB and 20,000 rows. Nothing is changed: `PUT` the rows of the answer with its `version` to do so.',
      params,
      choices: {
        replaces: flagBody('Removes rows of the list that the file does not have'),
        takesStale: flagBody('Takes prices that the list changed after `As of`, too'),
      },
      answer: 'What each row of the file does',
      json: comparedPricesJson,
      refusals: { 404: unknown },
      respond: async ({ params: { id }, raw, audit }) => {
        const list = await requireList(id)
        return readFile(raw, audit, (table, ticks) =>
          comparePrices({ db, clock: clock() }, list, table, ticks),
        )
      },
    }),
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
