import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import type { ClientIpAddress } from '#platform/http/ip-address.server.ts'
import { answers, refuses, restApi } from '#platform/http/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import type { OrderDeps } from '#shop/orders/cancel/cancel-order.server.ts'
import { refuseOrder } from '#shop/orders/order-refusals.server.ts'
import { cancelOrdersOf, listStockHolders } from './held-stock.server.ts'

const getHeldStock = adminRoute({
  method: 'get',
  path: '/heldStock',
  operationId: 'listHeldStock',
  summary: 'List who holds unpaid stock',
  description: 'Who holds stock in unpaid orders: the hundred who hold the most.',
  responses: {
    200: answers(
      'Buyers, the most valuable holding first',
      z.array(
        z.object({
          buyerId: z.string(),
          name: z.string(),
          email: z.string(),
          orders: z.number().int(),
          pieces: z.number().int(),
          dollars: z.number(),
          oldestUntil: z.string().openapi({ description: 'When the oldest of them expires' }),
        }),
      ),
    ),
  },
})

const deleteHeldStock = adminRoute({
  method: 'delete',
  path: '/heldStock/{buyerId}',
  operationId: 'releaseHeldStock',
  summary: 'Release the stock that a buyer holds',
  description: 'Cancels all unpaid orders of a buyer.',
  request: { params: z.object({ buyerId: z.string() }) },
  responses: {
    200: answers(
      'What was cancelled',
      z.object({
        deletedCount: z.number().int(),
        stillCancelling: z
          .number()
          .int()
          .openapi({ description: 'The card provider did not answer; they are finished later' }),
      }),
    ),
    404: refuses('No such buyer'),
  },
})

export type HeldStockApi = ReturnType<typeof createHeldStockApi>

/** What admins see and let go of the stock that unpaid orders hold. */
export function createHeldStockApi(environment: {
  db: Db
  deps: OrderDeps
  clientIpAddress: ClientIpAddress
}) {
  const { db, deps, clientIpAddress } = environment
  return restApi()
    .openapi(getHeldStock, async (c) => {
      return c.json(await listStockHolders(db), 200)
    })
    .openapi(deleteHeldStock, async (c) => {
      const { caller: admin } = c.var
      const { buyerId } = c.req.valid('param')
      const done = await cancelOrdersOf(db, deps, admin, { buyerId, address: clientIpAddress(c) })
      if (!done) throw refuseOrder({ refused: 'no-such-buyer' })
      return c.json(done, 200)
    })
}
