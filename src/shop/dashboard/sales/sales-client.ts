import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import { lastDays } from '#shop/orders/history/order-period.ts'
import { periodOf } from '#shop/orders/history/own-orders.ts'
import type { SalesApi } from './sales-api.server.ts'
import type { SalesDays } from './sales-days.ts'
import type { Sales } from './sales-json.server.ts'

const client = restClient<SalesApi>(authorizedFetch)

/** For admins: fetches what the shop sold in the days that end today, in the browser's time zone. */
export function fetchSales(days: SalesDays, now = new Date()): Promise<Sales> {
  const { from, to: until } = periodOf(lastDays(Number(days), now))
  return answerOf(client.dashboard.sales.$get({ query: { days, from, until } }))
}
