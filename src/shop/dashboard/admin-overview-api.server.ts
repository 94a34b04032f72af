import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import type { CardPayments } from '#shop/payments/provider/card-payments.server.ts'
import { findWaitingWork, waitingWorkJson } from './admin-overview.server.ts'

const overviewJson = waitingWorkJson.extend({
  databaseMs: z.number().int().openapi({ description: 'The time of the database queries' }),
  cardPayments: z
    .boolean()
    .openapi({ description: 'Whether the card payment provider is responding' }),
  cardPaymentsUrl: z.string().openapi({ description: 'Where admins see payments at the provider' }),
})

/** The pending tasks, and how database and card provider respond. */
export type Overview = z.infer<typeof overviewJson>

export type AdminOverviewApi = ReturnType<typeof createAdminOverviewApi>

/** Serves the admin's overview. */
export function createAdminOverviewApi(environment: { db: Db; payments: CardPayments }) {
  const { db, payments } = environment
  return restApi().openapi(
    adminRoute({
      method: 'get',
      path: '/dashboard/overview',
      operationId: 'getAdminOverview',
      summary: 'Read the admin overview',
      responses: {
        200: answers('The pending tasks', overviewJson),
      },
    }),
    async (c) => {
      const asking = payments.isAnswering()
      const start = performance.now()
      const work = await findWaitingWork(db)
      const databaseMs = Math.ceil(performance.now() - start)
      const cardPayments = await asking
      const cardPaymentsUrl = payments.dashboardUrl
      return c.json({ ...work, databaseMs, cardPayments, cardPaymentsUrl }, 200)
    },
  )
}
