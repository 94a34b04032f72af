import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { type CardProviders, currentProvider } from '#shop/payments/provider/card-providers.server.ts'
import { findWaitingWork, waitingWorkJson } from './admin-overview.server.ts'

const overviewJson = waitingWorkJson.extend({
  databaseMs: z.number().int().describe('The time of the database queries'),
  cardPayments: z.boolean().describe('Whether the card payment provider is responding'),
  diskFreeBytes: z.number().int().nullable().describe('Free space on the disk of DATA_DIR'),
  isDiskLow: z.boolean().describe('Less than 1 GB or 5 % of it is free'),
  lastBackupAt: z.string().nullable().describe('When the last full backup was made'),
  isBackupOverdue: z.boolean().describe('A live shop has no backup of the last two days'),
  refundsUnreadSince: z
    .string()
    .nullable()
    .describe('Since when refunds made at the provider may be unknown, as they can’t be read'),
  firstSteps: z
    .object({
      logo: z.boolean(),
      imprint: z.boolean(),
      seller: z.boolean(),
      import: z.boolean(),
      order: z.boolean(),
      backup: z.boolean(),
      live: z.boolean(),
    })
    .nullable()
    .describe('Which steps of the first day are done; null in the demo, and when all are'),
  cardPaymentsUrl: z.string().describe('Where admins see payments at the provider'),
})

/** The pending tasks, and how database and card provider respond. */
export type Overview = z.infer<typeof overviewJson>

type OwnerHealth = Pick<
  Overview,
  'diskFreeBytes' | 'isDiskLow' | 'lastBackupAt' | 'isBackupOverdue' | 'refundsUnreadSince' | 'firstSteps'
>

export function createAdminOverviewApi(environment: {
  db: Db
  providers: CardProviders
  /** Reads the state of disk and backups, which a higher folder knows. */
  readHealth: () => Promise<OwnerHealth>
}) {
  const { db, readHealth } = environment
  const payments = currentProvider(environment.providers)
  return restApi({
    getAdminOverview: adminJson({
      endpoint: 'GET /dashboard/overview',
      json: overviewJson,
      respond: async () => {
        const asking = payments.isAnswering()
        const start = performance.now()
        const work = await findWaitingWork(db)
        const databaseMs = Math.ceil(performance.now() - start)
        const cardPayments = await asking
        const cardPaymentsUrl = payments.dashboardUrl
        const health = await readHealth()
        return { ...work, ...health, databaseMs, cardPayments, cardPaymentsUrl }
      },
    }),
  })
}
