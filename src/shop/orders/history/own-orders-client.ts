import { browserCsvFormat } from '#platform/csv-format.ts'
import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import { MOST_ORDERS_IN_PAYMENT, type Order } from '#shop/orders/order.ts'
import { type CursorPage, fetchCursorPage } from './cursor-page.ts'
import type { OrderListsApi } from './order-lists-api.server.ts'
import { type OwnOrderFilter, type OwnOrdersQuery, periodOf } from './own-orders.ts'
import type { OftenBought, OwnOrdersSummary } from './own-orders-json.server.ts'

const client = restClient<OrderListsApi>(authorizedFetch)

/** Fetches a page of the current user's orders. */
export function fetchOwnOrders(wanted: OwnOrdersQuery, size: number): Promise<CursorPage<Order>> {
  const query = queryOf(wanted)
  return fetchCursorPage(
    (page) => answerOf(client.orders.$get({ query: { ...query, ...page } })),
    wanted,
    size,
  )
}

const MOST_FETCHED = 100

/** Fetches the newest orders found on all pages, about `most` at most. */
export async function fetchFoundOrders(
  wanted: OwnOrdersQuery,
  most = MOST_ORDERS_IN_PAYMENT,
): Promise<Order[]> {
  const query = { ...queryOf(wanted), size: String(MOST_FETCHED) }
  const found: Order[] = []
  for (;;) {
    const before = found.at(-1)?._id
    const next: Order[] = await answerOf(
      client.orders.$get({ query: { ...query, ...(before && { before }) } }),
    )
    found.push(...next)
    if (next.length < MOST_FETCHED || found.length >= most) return found
  }
}

/** Fetches the current user's orders of which these payments paid lines. */
export async function fetchPaidTogether(transactions: string[]): Promise<Order[]> {
  const found = await Promise.all(
    transactions.map((search) => fetchFoundOrders({ tab: 'all', search })),
  )
  return [...new Map(found.flat().map((order) => [order._id, order])).values()]
}

/** Fetches the counts and totals of the tabs. */
export function fetchOwnSummary(wanted: OwnOrderFilter): Promise<OwnOrdersSummary> {
  const query = { search: wanted.search, ...periodOf(wanted) }
  return answerOf(client.orders.summary.$get({ query }))
}

/** Fetches all orders found as a CSV file for the user's spreadsheet. */
export function fetchOwnCsv(wanted: OwnOrdersQuery): Promise<Response> {
  const query = { ...queryOf(wanted), format: browserCsvFormat() }
  return client.orders.csv.$get({ query })
}

function queryOf(wanted: OwnOrdersQuery) {
  const { tab: state, search } = wanted
  return { state, search, ...periodOf(wanted) }
}

/** Fetches the products that the current user buys often. */
export function fetchOftenBought(): Promise<OftenBought[]> {
  return answerOf(client.orders.often.$get())
}
