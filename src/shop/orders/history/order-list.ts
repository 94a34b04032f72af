import { href } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import type { OrderState } from '#shop/orders/order.ts'

/** Which of their orders buyers look at: those of the list, or the cancelled ones. */
export type OwnOrders = 'listed' | 'cancelled'

/** Where a page of a buyer's orders is, zero-based; without a number the first one. */
export function myOrdersPath(which: OwnOrders, page?: number): string {
  const state = which === 'cancelled' ? which : undefined
  return withQuery(href('/dashboard/orders'), { state, page })
}

/** Which orders an admin's list shows: all but the cancelled ones, or those of one state. */
export type OrderFilter = 'all' | OrderState
export const orderFilters = [
  'all',
  'unpaid',
  'paid',
  'cancelling',
  'cancelled',
] as const satisfies OrderFilter[]

/** What a search of an admin looks at: beginnings of words, or a whole number or id of an order. */
export const ORDER_SEARCH = 'Buyer, product, SKU, order or PO number'

/** What an admin looks for, among the orders of one state or all. */
export type OrderSearch = { search: string; state: OrderFilter }

/** A page of that list: the orders older than `before`, newer than `after`, or the newest ones. */
export type OrderPlace = OrderSearch & {
  size: number
  before?: string | undefined
  after?: string | undefined
}

/** How many orders there are; when there are `more`, the count is only as far as they were counted. */
export type OrderCount = { count: number; more: boolean }

/** Older than every order: what follows it is the list's last page. */
export const BEFORE_ALL_ORDERS = '00000000-0000-0000-0000-000000000000'

/** In characters. */
export const LONGEST_SEARCH = 254

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The place in the list of orders that an address asks for; what makes no sense is left out. */
export function readOrderPlace(query: URLSearchParams): Omit<OrderPlace, 'size'> {
  const id = (name: string) => query.get(name)?.match(ID)?.[0]
  return {
    search: (query.get('search') ?? '').slice(0, LONGEST_SEARCH),
    state: orderFilters.find((filter) => filter === query.get('state')) ?? 'all',
    before: id('before'),
    after: id('after'),
  }
}
