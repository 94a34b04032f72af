import type { z } from 'zod'
import { shippingFilters } from '#shop/pieces/pieces.ts'
import type { orderCountJson } from './order-json.server.ts'

/** The tabs of a list: orders with an open line, all paid, all cancelled; `all` has no cancelled ones. */
export const orderFilters = ['all', 'open', 'unpaid', 'cancelling', 'paid', 'cancelled'] as const
export type OrderFilter = (typeof orderFilters)[number]

/**
 * The tabs of the admin's list: those, all with the cancelled ones, unpaid ones that expire within 24
 * hours, stuck cancellations, and orders by shipping.
 */
export const deskFilters = [...orderFilters, 'placed', 'expiring', 'stuck', ...shippingFilters] as const
export type DeskFilter = (typeof deskFilters)[number]

export const deskTabs = [
  'all',
  'unpaid',
  'paid',
  ...shippingFilters,
  'cancelled',
] as const satisfies readonly DeskFilter[]
export type DeskTab = (typeof deskTabs)[number]

/** What a list is sorted by: its last order or its last buyer by name comes first. */
export const orderKeys = ['placed', 'buyer'] as const
export type OrderKey = (typeof orderKeys)[number]

/** The fields of an admin's search: word prefixes, or a complete number or id. */
export const ORDER_SEARCH = 'Buyer, product, SKU, order, PO'

/** The fields of a buyer's search: word prefixes, or a complete number. */
export const OWN_ORDER_SEARCH = 'Product, SKU, order, PO'

/** A cursor in a list: the orders older than `before`, newer than `after`, or the newest. */
export type Cursor = { before?: string | undefined; after?: string | undefined }

/** The number of orders; with `more`, only a lower bound. */
export type OrderCount = z.infer<typeof orderCountJson>

/** Older than every order: selects the list's last page. */
export const BEFORE_ALL_ORDERS = '00000000-0000-0000-0000-000000000000'

/** Newer than every order: selects the first page of a list, as a position. */
export const AFTER_ALL_ORDERS = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** In characters. */
export const LONGEST_SEARCH = 254

export const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function readCursor(query: URLSearchParams): Cursor {
  const id = (name: string) => query.get(name)?.match(ID)?.[0]
  return { before: id('before'), after: id('after') }
}
