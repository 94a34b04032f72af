import { browserCsvFormat } from '#platform/csv.ts'
import { apiClient, apiResponses } from '#shop/auth/access/authorized-fetch.ts'
import {
  type CursorPage,
  fetchCursorPage,
  fetchOrdersUpTo,
  type PageQuery,
} from '#shop/orders/cursor-page.ts'
import { MAX_ORDERS_IN_PAYMENT, type Order } from '#shop/orders/order.ts'
import type { createOrderListsApi, OwnOrdersSummary } from './order-lists-api.server.ts'
import { type OrderFilterQuery, type OwnOrdersQuery, periodOf } from './own-orders.ts'

export const orderListsApi = apiClient<typeof createOrderListsApi>()

export function fetchOwnOrders(query: OwnOrdersQuery, size: number): Promise<CursorPage<Order>> {
  return fetchCursorPage(fetchPageOf(query), query, size)
}

/** Fetches the newest orders found on all pages, at most `most`. */
export function fetchFoundOrders(query: OwnOrdersQuery, most = MAX_ORDERS_IN_PAYMENT): Promise<Order[]> {
  return fetchOrdersUpTo(most, fetchPageOf(query), {})
}

function fetchPageOf(ownQuery: OwnOrdersQuery) {
  const query = queryOf(ownQuery)
  return (page: PageQuery): Promise<Order[]> => orderListsApi.orders.$get({ query: { ...query, ...page } })
}

/** A request each; an order of many payments is rare. */
const MAX_PAYMENTS_SEARCHED = 5

/** Fetches the current user's orders of which these payments, or the first of them, paid lines. */
export async function fetchPaidTogether(transactions: string[]): Promise<Order[]> {
  const pages = await Promise.all(
    transactions.slice(0, MAX_PAYMENTS_SEARCHED).map((search) => fetchFoundOrders({ tab: 'all', search })),
  )
  return [...new Map(pages.flat().map((order) => [order._id, order])).values()]
}

export function fetchOwnSummary(filter: OrderFilterQuery): Promise<OwnOrdersSummary> {
  const query = { search: filter.search, ...periodOf(filter) }
  return orderListsApi.orders.summary.$get({ query })
}

/** Fetches all orders found as a CSV file for the user's spreadsheet. */
export function fetchOwnCsv(ownQuery: OwnOrdersQuery): Promise<Response> {
  const query = { ...queryOf(ownQuery), format: browserCsvFormat() }
  return apiResponses<typeof createOrderListsApi>().orders.csv.$get({ query })
}

function queryOf(query: OwnOrdersQuery) {
  const { tab: state, search } = query
  return { state, search, ...periodOf(query) }
}
