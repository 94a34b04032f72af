import type { Db } from '#platform/database/database.server.ts'
import { answers, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import type { CardPayments } from '#shop/payments/provider/card-payments.server.ts'
import { findWaitingWork } from './admin-overview.server.ts'
import { overviewJson, toOverviewJson } from './admin-overview-json.server.ts'

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
      return c.json(
        toOverviewJson(work, {
          databaseMs,
          cardPayments: await asking,
          cardPaymentsUrl: payments.dashboardUrl,
        }),
        200,
      )
    },
  )
}
