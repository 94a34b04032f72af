import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import type { CardPayments } from '#shop/payments/provider/card-payments.server.ts'
import { findWaitingWork } from './admin-overview.server.ts'

const number = z.number().int()

const getToday = adminRoute({
  method: 'get',
  path: '/dashboard/today',
  operationId: 'getToday',
  summary: 'Read the admin overview',
  responses: {
    200: answers(
      'The pending tasks',
      z.object({
        unpaidOrders: number,
        oldestUnpaidOrder: z.string().nullable().openapi({ description: 'When it was placed' }),
        stuckOrders: number.openapi({ description: 'Being cancelled for over two minutes' }),
        lowProducts: number.openapi({
          description: 'Products with less stock than their minimum order',
        }),
        waitingMails: number.openapi({ description: 'Failed, or waiting for five minutes' }),
        failedRefunds: number.openapi({
          description: 'Refunds that failed too often; a person has to pay them back',
        }),
        failedRefundOrder: z
          .string()
          .nullable()
          .openapi({ description: 'The number of the order of the oldest failed refund' }),
        databaseMs: number.openapi({ description: 'The time of the database queries' }),
        cardPayments: z
          .boolean()
          .openapi({ description: 'Whether the card payment provider is responding' }),
      }),
    ),
  },
})

export type AdminOverviewApi = ReturnType<typeof createAdminOverviewApi>

/** Serves the admin's overview. */
export function createAdminOverviewApi(environment: { db: Db; payments: CardPayments }) {
  const { db, payments } = environment
  return restApi().openapi(getToday, async (c) => {
    const asking = payments.isAnswering()
    const start = performance.now()
    const work = await findWaitingWork(db)
    const databaseMs = Math.ceil(performance.now() - start)
    const oldestUnpaidOrder = work.oldestUnpaidOrder?.toISOString() ?? null
    return c.json({ ...work, oldestUnpaidOrder, databaseMs, cardPayments: await asking }, 200)
  })
}
