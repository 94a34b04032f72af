import { href } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { firstCharacters } from '#platform/text.ts'
import { type Cursor, LONGEST_SEARCH, readCursor } from '#shop/orders/orders-query.ts'

/** The tabs of a buyer's orders; `all` are those that are not cancelled. */
export const orderTabs = ['all', 'open', 'paid', 'cancelled'] as const
export type OrderTab = (typeof orderTabs)[number]

/** The filters of orders besides the tab; `since` and `until` are days, inclusive. */
export type OrderFilterQuery = {
  search: string
  since?: string | undefined
  until?: string | undefined
}

/** A page of a buyer's orders as its URL describes it. */
export type OwnOrdersQuery = OrderFilterQuery & Cursor & { tab: OrderTab }

/** Parses the URL of My Orders; ignores invalid values. */
export function readOwnOrdersQuery(query: URLSearchParams): OwnOrdersQuery {
  return {
    tab: orderTabs.find((tab) => tab === query.get('state')) ?? 'all',
    ...readOrderFilter(query),
    ...readCursor(query),
  }
}

/** Parses the search and the days of a URL; ignores invalid values. */
export function readOrderFilter(query: URLSearchParams): OrderFilterQuery {
  return {
    search: firstCharacters((query.get('search') ?? '').trim(), LONGEST_SEARCH),
    since: dayOf(query.get('since')),
    until: dayOf(query.get('until')),
  }
}

function dayOf(text: string | null): string | undefined {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  return Number.isNaN(Date.parse(text)) ? undefined : text
}

export function ownOrdersPath({ tab, search, ...rest }: Partial<OwnOrdersQuery> = {}): string {
  return withQuery(href('/dashboard/orders'), {
    state: tab === 'all' ? undefined : tab,
    search: search || undefined,
    ...rest,
  })
}

/** Returns the moments that the days of a filter begin and end in the browser's time zone. */
export function periodOf({ since, until }: Omit<OrderFilterQuery, 'search'>): {
  from?: string
  to?: string
} {
  return {
    ...(since && { from: new Date(`${since}T00:00:00`).toISOString() }),
    ...(until && { to: dayAfter(until).toISOString() }),
  }
}

function dayAfter(day: string): Date {
  const date = new Date(`${day}T00:00:00`)
  // Not 24 hours later: days that change to summer time are shorter.
  date.setDate(date.getDate() + 1)
  return date
}
