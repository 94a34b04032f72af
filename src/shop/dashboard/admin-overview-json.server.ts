import { z } from '@hono/zod-openapi'
import type { WaitingWork } from './admin-overview.server.ts'

const number = z.number().int()

/** The admin's overview as the API returns it. */
export const overviewJson = z.object({
  unpaidOrders: number,
  oldestUnpaidOrder: z.string().nullable().openapi({ description: 'When it was placed' }),
  expiringOrders: number.openapi({ description: 'Unpaid, and expiring within 24 hours' }),
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
  ordersToPack: number.openapi({ description: 'With nothing shipped yet' }),
  ordersPartShipped: number.openapi({ description: 'With a rest to ship' }),
  ordersOnHold: number.openapi({ description: 'Paid orders without an address' }),
  returnsAskedFor: number.openapi({ description: 'Returns to be decided, up to 10,000' }),
  messages: number.openapi({ description: 'Messages of visitors without an answer' }),
  missedSearches: number.openapi({ description: 'Searches of 30 days without results, up to 100' }),
  missedSearch: z.string().nullable().openapi({ description: 'The most frequent of them' }),
  databaseMs: number.openapi({ description: 'The time of the database queries' }),
  cardPayments: z
    .boolean()
    .openapi({ description: 'Whether the card payment provider is responding' }),
  cardPaymentsUrl: z.string().openapi({ description: 'Where admins see payments at the provider' }),
})

/** The admin's overview as pages receive it. */
export type Overview = z.infer<typeof overviewJson>

/** Returns the JSON of the overview: the pending tasks, and how database and provider respond. */
export function toOverviewJson(
  work: WaitingWork,
  health: Pick<Overview, 'databaseMs' | 'cardPayments' | 'cardPaymentsUrl'>,
): Overview {
  return { ...work, oldestUnpaidOrder: work.oldestUnpaidOrder?.toISOString() ?? null, ...health }
}
