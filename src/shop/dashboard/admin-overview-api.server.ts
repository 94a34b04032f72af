import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, restApi } from '#platform/http/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import type { CardPayments } from '#shop/payments/card-payments.server.ts'
import { findWaitingWork } from './admin-overview.server.ts'

const number = z.number().int()

const getToday = adminRoute({
  method: 'get',
  path: '/dashboard/today',
  operationId: 'getToday',
  summary: 'See what needs doing today',
  responses: {
    200: answers(
      'What needs doing today',
      z.object({
        unpaidOrders: number,
        oldestUnpaidOrder: z.string().nullable().openapi({ description: 'When it was placed' }),
        stuckOrders: number.openapi({ description: 'Being cancelled for over two minutes' }),
        lowProducts: number.openapi({ description: 'Tools with less stock than a minimum order' }),
        waitingMails: number.openapi({ description: 'Given up, or waiting for five minutes' }),
        databaseMs: number.openapi({ description: 'How long the database took to say all this' }),
        cardPayments: z.boolean().openapi({ description: 'The card payment provider answers' }),
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
