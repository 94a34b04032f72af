import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, deletedJson, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import type { OrderDeps } from '#shop/orders/cancel/cancel-lines.server.ts'
import { refuseOrder } from '#shop/orders/order-refusals.server.ts'
import {
  cancelOrdersOf,
  cancelOrdersOfPool,
  cancelOrdersOfUnverified,
  countUnverifiedHolders,
  listHoldingPools,
  listStockHolders,
} from './held-stock.server.ts'
import {
  holdingPoolJson,
  stockHolderJson,
  toHoldingPoolJson,
  toStockHolderJson,
} from './held-stock-json.server.ts'

const releasedStock = deletedJson.extend({
  stillCancelling: z.number().int().openapi({
    description: 'The card provider has not responded; they are cancelled later',
  }),
})

export type HeldStockApi = ReturnType<typeof createHeldStockApi>

/** Serves the list of stock held by unpaid orders, and its release by admins. */
export function createHeldStockApi({ db, deps }: { db: Db; deps: OrderDeps }) {
  return (
    restApi()
      .openapi(
        adminRoute({
          method: 'get',
          path: '/heldStock',
          operationId: 'listHeldStock',
          summary: 'List buyers with unpaid orders',
          description: 'The hundred buyers with the most valuable unpaid orders.',
          responses: {
            200: answers('Buyers, by descending value', z.array(stockHolderJson)),
          },
        }),
        async (c) => c.json((await listStockHolders(db)).map(toStockHolderJson), 200),
      )
      // Mounted before /heldStock/{buyerId}, which would match it.
      .openapi(
        adminRoute({
          method: 'get',
          path: '/heldStock/unverified',
          operationId: 'countUnverifiedHeldStock',
          summary: 'Count the unpaid orders of buyers with an unverified e-mail',
          responses: {
            200: answers(
              'The buyers, their unpaid orders and pieces',
              z.object({
                buyers: z.number().int(),
                orders: z.number().int(),
                pieces: z.number().int(),
              }),
            ),
          },
        }),
        async (c) => c.json(await countUnverifiedHolders(db), 200),
      )
      .openapi(
        adminRoute({
          method: 'delete',
          path: '/heldStock/unverified',
          operationId: 'releaseUnverifiedHeldStock',
          summary: 'Cancel the unpaid orders of all buyers with an unverified e-mail',
          description: 'Within about five seconds; the rest is cancelled in the background.',
          responses: { 200: answers('The result', releasedStock) },
        }),
        async (c) => {
          const done = await cancelOrdersOfUnverified(db, deps, c.var.audit)
          return c.json(done, 200)
        },
      )
      .openapi(
        adminRoute({
          method: 'get',
          path: '/heldStock/pools',
          operationId: 'listHoldingPools',
          summary: 'List networks and mail domains of several buyers who never paid',
          description: 'Those with unpaid orders, the hundred most valuable ones.',
          responses: { 200: answers('By descending value', z.array(holdingPoolJson)) },
        }),
        async (c) => c.json((await listHoldingPools(db)).map(toHoldingPoolJson), 200),
      )
      .openapi(
        adminRoute({
          method: 'delete',
          path: '/heldStock/pools',
          operationId: 'releaseHoldingPool',
          summary: 'Cancel the unpaid orders of a network or mail domain',
          description: 'Those of its buyers who never paid.',
          request: { query: z.object({ pool: z.string().min(1).max(300) }) },
          responses: { 200: answers('The result', releasedStock) },
        }),
        async (c) => {
          const { pool } = c.req.valid('query')
          return c.json(await cancelOrdersOfPool(db, deps, pool, c.var.audit), 200)
        },
      )
      .openapi(
        adminRoute({
          method: 'delete',
          path: '/heldStock/{buyerId}',
          operationId: 'releaseHeldStock',
          summary: 'Cancel the unpaid orders of a buyer',
          description: 'Cancels all unpaid orders of a buyer.',
          request: { params: z.object({ buyerId: z.string() }) },
          responses: {
            200: answers('The result', releasedStock),
            404: refuses('No such buyer'),
          },
        }),
        async (c) => {
          const { buyerId } = c.req.valid('param')
          const done = await cancelOrdersOf(db, deps, buyerId, c.var.audit)
          if (!done) throw refuseOrder({ refused: 'no-such-buyer' })
          return c.json(done, 200)
        },
      )
  )
}
