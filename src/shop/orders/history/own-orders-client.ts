import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import { MOST_ORDERS_IN_PAYMENT, type Order } from '#shop/orders/order.ts'
import { BEFORE_ALL_ORDERS } from './order-list.ts'
import { type OwnOrderFilter, type OwnOrdersQuery, periodOf } from './own-orders.ts'
import type { OwnOrdersApi } from './own-orders-api.server.ts'
import type { OftenBought, OwnOrdersSummary } from './own-orders-json.server.ts'

const client = restClient<OwnOrdersApi>(authorizedFetch)

/** A page of the current user's orders, and whether there are newer and older ones. */
export type OwnOrdersPage = { orders: Order[]; hasNewer: boolean; hasOlder: boolean }

/** Fetches a page; a position that no longer exists leads to the newest page. */
export async function fetchOwnOrders(wanted: OwnOrdersQuery, size: number): Promise<OwnOrdersPage> {
  const { tab, search, before, after } = wanted
  // One extra row tells whether there is another page.
  const query = { tab, search, size: String(size + 1), ...periodOf(wanted) }
  const found: Order[] = await answerOf(
    client.myOrders.$get({
      query: { ...query, ...(before && { before }), ...(after && { after }) },
    }),
  )
  const goesOn = found.length > size
  if (after === undefined) {
    const isLost = before !== undefined && found.length === 0
    if (isLost) return fetchOwnOrders({ ...wanted, before: undefined }, size)
    return { orders: found.slice(0, size), hasNewer: before !== undefined, hasOlder: goesOn }
  }
  const isLast = after === BEFORE_ALL_ORDERS
  if (!goesOn && !isLast) return fetchOwnOrders({ ...wanted, after: undefined }, size)
  return { orders: found.slice(-size), hasNewer: goesOn, hasOlder: !isLast }
}

const MOST_FETCHED = 100

/** Fetches the newest orders found on all pages, about `most` at most. */
export async function fetchFoundOrders(
  wanted: OwnOrdersQuery,
  most = MOST_ORDERS_IN_PAYMENT,
): Promise<Order[]> {
  const { tab, search } = wanted
  const query = { tab, search, size: String(MOST_FETCHED), ...periodOf(wanted) }
  const found: Order[] = []
  for (;;) {
    const before = found.at(-1)?._id
    const next: Order[] = await answerOf(
      client.myOrders.$get({ query: { ...query, ...(before && { before }) } }),
    )
    found.push(...next)
    if (next.length < MOST_FETCHED || found.length >= most) return found
  }
}

/** Fetches the current user's orders that were paid together by one payment. */
export function fetchPaidTogether(transactionId: string): Promise<Order[]> {
  return fetchFoundOrders({ tab: 'paid', search: transactionId })
}

/** Fetches the counts and totals of the tabs. */
export function fetchOwnSummary(wanted: OwnOrderFilter): Promise<OwnOrdersSummary> {
  const query = { search: wanted.search, ...periodOf(wanted) }
  return answerOf(client.myOrders.summary.$get({ query }))
}

/** Fetches all orders found as a CSV file. */
export function fetchOwnCsv(wanted: OwnOrdersQuery): Promise<Response> {
  const { tab, search } = wanted
  return client.myOrders.csv.$get({ query: { tab, search, ...periodOf(wanted) } })
}

/** Fetches the products that the current user buys often. */
export function fetchOftenBought(): Promise<OftenBought[]> {
  return answerOf(client.myOrders.often.$get())
}
