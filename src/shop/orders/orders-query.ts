import type { z } from 'zod'
import type { orderCountJson } from './order-json.server.ts'

/** The tabs of a list: orders with an open line, all paid, all cancelled; `all` has no cancelled ones. */
export const orderFilters = ['all', 'open', 'unpaid', 'cancelling', 'paid', 'cancelled'] as const
export type OrderFilter = (typeof orderFilters)[number]

/** The fields of an admin's search: word prefixes, or a complete number or id. */
export const ORDER_SEARCH = 'Buyer, product, SKU, order or PO number'

/** The fields of a buyer's search: word prefixes, or a complete number. */
export const OWN_ORDER_SEARCH = 'Product, SKU, order or PO number'

/** The admin's search among the orders of one state or all. */
export type OrderSearch = { search: string; state: OrderFilter }

/** A cursor in a list: the orders older than `before`, newer than `after`, or the newest. */
export type Cursor = { before?: string | undefined; after?: string | undefined }

/** A page of that search. */
export type OrdersQuery = OrderSearch & Cursor & { size: number }

/** The number of orders; with `more`, only a lower bound. */
export type OrderCount = z.infer<typeof orderCountJson>

/** Older than every order: selects the list's last page. */
export const BEFORE_ALL_ORDERS = '00000000-0000-0000-0000-000000000000'

/** In characters. */
export const LONGEST_SEARCH = 254

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Parses the search and cursor in a URL; ignores invalid values. */
export function readOrdersQuery(params: URLSearchParams): Omit<OrdersQuery, 'size'> {
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    state: orderFilters.find((filter) => filter === params.get('state')) ?? 'all',
    ...readCursor(params),
  }
}

/** Parses the cursor in a URL; ignores invalid ids. */
export function readCursor(query: URLSearchParams): Cursor {
  const id = (name: string) => query.get(name)?.match(ID)?.[0]
  return { before: id('before'), after: id('after') }
}
