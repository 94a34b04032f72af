import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { downloadHeaders, file } from '#platform/http/api/download.server.ts'
import { refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { formatDollars } from '#platform/money.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { queueOwnerOf } from '#shop/auth/access/caller.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { findCompany } from '#shop/companies/company-queries.server.ts'
import { refuseCompany } from '#shop/companies/company-refusals.server.ts'
import { paperSize } from '#shop/documents/pdf/paper-size.server.ts'
import { sheetsJob } from '#shop/documents/pdf/pdf-jobs.server.ts'
import type { Sheet } from '#shop/documents/pdf/sheets/draw-sheet.server.ts'
import { findSeller, letterheadOf } from '#shop/documents/seller.server.ts'
import { listProductPrices, type ProductPrices } from '#shop/prices/explain-prices.server.ts'
import type { ListClock } from '#shop/prices/price-list-queries.server.ts'

/** More tools than this are downloaded as CSV. */
const MAX_TOOLS = 1000

type PriceSheetDeps = { db: Db; clock: () => ListClock; workers: WorkerPool }

export function createPriceSheetApi({ db, clock, workers }: PriceSheetDeps) {
  return restApi({
    downloadPriceSheet: adminRoute({
      endpoint: 'GET /price-lists/effective/pdf',
      summary: 'Download what a company pays as a price sheet',
      request: {
        query: z.object({
          company: z.string().max(40),
          own: z
            .enum(['true', 'false'])
            .default('false')
            .describe('Only the tools that a price list of the company itself prices'),
          search: z.string().max(100).default(''),
        }),
      },
      responses: {
        200: file('The PDF, with the products that a search finds', 'application/pdf'),
        404: refuses('No such company'),
        422: refuses(`No products, or more than ${MAX_TOOLS}`),
        503: refuses('Too many PDFs are being rendered; see Retry-After'),
      },
      respond: async (c) => {
        const { company: id, own, search } = c.req.valid('query')
        const company = await findCompany(db, id)
        if (!company) throw refuseCompany({ refused: 'no-such-company' })
        const { now, timeZone } = clock()
        const query = { search, after: '', size: MAX_TOOLS + 1, isOwn: own === 'true' }
        const prices = await listProductPrices(db, { companyId: id }, query, now)
        if (prices.length === 0) throw new HttpRefusal(422, 'invalid', 'No tool matches this search.')
        if (prices.length > MAX_TOOLS) {
          const most = MAX_TOOLS.toLocaleString('en-US')
          const text = `A price sheet has at most ${most} tools. Search for some, or download CSV.`
          throw new HttpRefusal(422, 'invalid', text)
        }
        const seller = await findSeller(db)
        const day = now.toLocaleDateString('en-US', { dateStyle: 'long', timeZone })
        const sheet: Sheet = {
          title: 'Price list',
          paper: paperSize(seller, null),
          blocks: [
            ['From', seller.name, ...seller.address.split('\n'), seller.email],
            ['For', company.company.name],
            ['Prices of', day, 'Net, in US dollars for one piece'],
          ],
          tables: [
            {
              columns: [
                { name: 'SKU', points: 90 },
                { name: 'Tool' },
                { name: 'From', points: 60, align: 'right' },
                { name: 'Price', points: 80, align: 'right' },
              ],
              rows: prices.flatMap(rowsOf),
            },
          ],
          notes: [],
        }
        const letterhead = await letterheadOf(db, seller)
        const run = workers(queueOwnerOf(c.var.audit))
        const bytes = await run(sheetsJob, [sheet], now, letterhead)
        return c.body(new Uint8Array(bytes), 200, downloadHeaders('application/pdf', 'prices.pdf'))
      },
    }),
  })
}

/** A row for each step; those of quantities below the minimum order are never paid. */
function rowsOf({ product, ladder }: ProductPrices): string[][] {
  const steps = ladder.filter((_, at) => (ladder[at + 1]?.minQuantity ?? Infinity) > product.minQuantity)
  return steps.map(({ minQuantity, unitPrice }, index) => [
    index === 0 ? product.sku : '',
    index === 0 ? product.name : '',
    Math.max(minQuantity, product.minQuantity).toLocaleString('en-US'),
    formatDollars(unitPrice),
  ])
}
