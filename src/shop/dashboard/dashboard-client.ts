import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import { lastDays } from '#shop/orders/history/order-period.ts'
import { periodOf } from '#shop/orders/history/own-orders.ts'
import type { AdminOverviewApi, Overview } from './admin-overview-api.server.ts'
import type { CustomerDetails } from './customers/customer-json.server.ts'
import type { CustomersApi } from './customers/customers-api.server.ts'
import type { SalesApi } from './sales/sales-api.server.ts'
import type { SalesDays } from './sales/sales-days.ts'
import type { Sales } from './sales/sales-json.server.ts'

const overviewClient = restClient<AdminOverviewApi>(authorizedFetch)
const salesClient = restClient<SalesApi>(authorizedFetch)
const customersClient = restClient<CustomersApi>(authorizedFetch)

/** For admins: fetches the pending tasks. */
export function fetchAdminOverview(): Promise<Overview> {
  return answerOf(overviewClient.dashboard.overview.$get())
}

/** For admins: fetches what the shop sold in the days that end today, in the browser's time zone. */
export function fetchSales(days: SalesDays, now = new Date()): Promise<Sales> {
  const { to: until } = periodOf(lastDays(Number(days), now))
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return answerOf(salesClient.dashboard.sales.$get({ query: { days, zone, until } }))
}

/** For admins: fetches a user with orders, sums, lists and messages. */
export function fetchCustomer(id: string): Promise<CustomerDetails> {
  return answerOf(customersClient.customers[':id'].$get({ param: { id } }))
}
