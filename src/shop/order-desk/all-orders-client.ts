import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { type CursorPage, fetchCursorPage } from '#shop/orders/cursor-page.ts'
import { periodOf } from '#shop/orders/history/own-orders.ts'
import type { Order } from '#shop/orders/order.ts'
import { AFTER_ALL_ORDERS, BEFORE_ALL_ORDERS, type Cursor } from '#shop/orders/orders-query.ts'
import type { createAllOrdersApi, DeskSummary } from './all-orders-api.server.ts'
import type { DeskFilters, DeskQuery } from './desk-query.ts'

const api = apiClient<typeof createAllOrdersApi>()

/** Fetches a page of the orders of all buyers: newest first, or by buyer from Z to A. */
export function fetchDeskOrders(deskQuery: DeskQuery, size: number): Promise<CursorPage<Order>> {
  const query = {
    ...queryOf(deskQuery),
    sort: deskQuery.sort === 'buyer' ? 'buyer' : 'placed',
  } as const
  return fetchCursorPage(
    (page) => api.orders.all.$get({ query: { ...query, ...page } }),
    cursorOf(deskQuery),
    size,
  )
}

/** The first page of the oldest is the last one of the newest, and that from A the last one from Z. */
function cursorOf({ sort, before, after }: DeskQuery): Cursor {
  if (before === AFTER_ALL_ORDERS) return {}
  if (sort !== 'newest' && !before && !after) return { after: BEFORE_ALL_ORDERS }
  return { before, after }
}

/** Fetches the sums of what the filters find, and the counts of the tabs. */
export function fetchDeskSummary(query: DeskFilters): Promise<DeskSummary> {
  return api.orders.all.summary.$get({ query: queryOf(query) })
}

function queryOf(filters: DeskFilters) {
  const { state, search, buyer, company } = filters
  const whose = { ...(buyer && { buyer }), ...(company && { company }) }
  return { state, search, ...whose, ...periodOf(filters) }
}
