import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { deletedJson, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import type { OrderDeps } from '#shop/orders/cancel/cancel-lines.server.ts'
import { refuseOrder } from '#shop/orders/order-refusals.server.ts'
import {
  cancelOrdersOf,
  cancelOrdersOfPool,
  holdingPoolJson,
  listHoldingPools,
  listStockHolders,
  stockHolderJson,
} from './held-stock.server.ts'

const released = {
  json: deletedJson.extend({
    stillCancelling: z
      .number()
      .int()
      .describe('The card provider has not responded; they are cancelled later'),
  }),
}

export function createHeldStockApi({ db, deps }: { db: Db; deps: OrderDeps }) {
  return restApi({
    listHeldStock: adminList({
      endpoint: 'GET /heldStock',
      summary: 'List buyers with unpaid orders',
      description: 'The hundred buyers with the most valuable unpaid orders.',
      answer: 'Buyers, by descending value',
      row: stockHolderJson,
      rows: () => listStockHolders(db),
    }),
    // Mounted before /heldStock/{buyerId}, which would match it.
    listHoldingPools: adminList({
      endpoint: 'GET /heldStock/pools',
      summary: 'List what unverified or new buyers hold together',
      description:
        'Those with unpaid orders: all with an unverified e-mail, and several new ones of a network or mail domain.',
      answer: 'By descending value',
      row: holdingPoolJson,
      rows: () => listHoldingPools(db),
    }),
    releaseHoldingPool: adminJson({
      endpoint: 'DELETE /heldStock/pools',
      summary: 'Cancel the unpaid orders of such a pool',
      description:
        'Within about five seconds; the rest is cancelled in the background. Of a network or mail domain, those of buyers who never paid and belong to no company.',
      query: z.object({ pool: z.string().min(1).max(300) }),
      ...released,
      respond: ({ query: { pool }, audit }) => cancelOrdersOfPool(db, deps, pool, audit),
    }),
    releaseHeldStock: adminJson({
      endpoint: 'DELETE /heldStock/{buyerId}',
      summary: 'Cancel the unpaid orders of a buyer',
      description: 'Cancels all unpaid orders of a buyer.',
      params: z.object({ buyerId: z.string() }),
      ...released,
      refusals: { 404: 'No such buyer' },
      respond: async ({ params: { buyerId }, audit }) => {
        const outcome = await cancelOrdersOf(db, deps, buyerId, audit)
        if (!outcome) throw refuseOrder({ refused: 'no-such-buyer' })
        return outcome
      },
    }),
  })
}
