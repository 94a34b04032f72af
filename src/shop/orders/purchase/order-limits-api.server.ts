import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { userRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { findProduct } from '#shop/catalogue/products.server.ts'
import type { OrderRules } from '#shop/orders/order-caps.ts'
import { refuseOrder } from '#shop/orders/order-refusals.server.ts'
import { orderLimitsJson, readOrderLimits } from './order-limits.server.ts'

export type OrderLimitsApi = ReturnType<typeof createOrderLimitsApi>

/** Serves a buyer's order limits to the purchase form. */
export function createOrderLimitsApi({ db, rules }: { db: Db; rules: OrderRules }) {
  return restApi().openapi(
    userRoute({
      method: 'get',
      path: '/orderLimits/{productId}',
      operationId: 'getOrderLimits',
      summary: 'Read my order limits',
      description: 'The limits of unpaid orders, for this product and in total.',
      request: { params: z.object({ productId: z.string() }) },
      responses: {
        200: answers('My limits', orderLimitsJson),
        404: refuses('No such product'),
      },
    }),
    async (c) => {
      const { caller } = c.var
      const product = await findProduct(db, c.req.valid('param').productId)
      if (!product) throw refuseOrder({ refused: 'no-such-product' })
      return c.json(await readOrderLimits(db, rules, caller.id, product), 200)
    },
  )
}
