import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { downloadHeaders, file } from '#platform/http/api/download.server.ts'
import { refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { publicUrlOf, type Site } from '#platform/http/site.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { queueOwnerOf } from '#shop/auth/access/caller.server.ts'
import { userRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { countDocument } from '#shop/documents/document-limits.server.ts'
import { findOrderFor } from '#shop/orders/order-queries.server.ts'
import { orderPath } from '#shop/shipping/shipping-mails.server.ts'
import { findReturn } from './return-queries.server.ts'
import { refuseReturn } from './return-refusals.server.ts'
import { renderReturnSlip } from './return-slip.server.ts'

type SlipEnvironment = { db: Db; site: Site; limits: RateLimits; workers: WorkerPool }

export function createReturnSlipApi({ db, site, limits, workers }: SlipEnvironment) {
  const urlOf = (number: string) => publicUrlOf(site, orderPath(number))
  return restApi({
    downloadReturnSlip: userRoute({
      endpoint: 'GET /orders/{id}/returns/{number}/slip',
      summary: 'Download the slip of an approved return',
      request: { params: z.object({ id: z.string().max(40), number: z.string().max(40) }) },
      responses: {
        200: file('The PDF, with the number of the return as barcode', 'application/pdf'),
        404: refuses('No such return, not yours, or not approved'),
        429: refuses('Too many documents in a minute; see Retry-After'),
        503: refuses('Too many PDFs are being rendered; see Retry-After'),
      },
      respond: async (c) => {
        await countDocument(limits, c.var.caller)
        const { id, number } = c.req.valid('param')
        const order = await findOrderFor(db, c.var.caller, id)
        const row = order && (await findReturn(db, number))
        const isReady = row?.orderId === order?.id && row?.approvedAt
        const bytes =
          row && isReady
            ? await renderReturnSlip(db, workers(queueOwnerOf(c.var.audit)), urlOf, row)
            : undefined
        if (!row || !bytes) throw refuseReturn({ refused: 'no-such-return' })
        const name = `return-slip-${row.number}.pdf`
        return c.body(new Uint8Array(bytes), 200, downloadHeaders('application/pdf', name))
      },
    }),
  })
}
