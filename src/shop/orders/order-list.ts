/** Which orders an admin's list shows: all, or those of one state. */
export const orderFilters = ['all', 'unpaid', 'paid', 'cancelling'] as const
export type OrderFilter = (typeof orderFilters)[number]

/** What an admin looks for: beginnings of words of buyer or tool, or a whole order id. */
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

/** Reads `?state=` kindly: whatever makes no sense is all of them. */
export function readOrderFilter(text: string | null): OrderFilter {
  return orderFilters.find((filter) => filter === text) ?? 'all'
}
