import { href } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { type Cursor, LONGEST_SEARCH, readCursor } from '#shop/orders/orders-query.ts'

/** The tabs of a buyer's orders; `all` are those that are not cancelled. */
export const orderTabs = ['all', 'open', 'paid', 'cancelled'] as const
export type OrderTab = (typeof orderTabs)[number]

/** The filters of a buyer's orders besides the tab; `since` and `until` are days, inclusive. */
export type OwnOrderFilter = { search: string; since?: string; until?: string }

/** A page of a buyer's orders as its URL describes it. */
export type OwnOrdersQuery = OwnOrderFilter & Cursor & { tab: OrderTab }

/** Parses the URL of My Orders; ignores invalid values. */
export function readOwnOrdersQuery(query: URLSearchParams): OwnOrdersQuery {
  const [since, until] = [dayOf(query.get('since')), dayOf(query.get('until'))]
  return {
    tab: orderTabs.find((tab) => tab === query.get('state')) ?? 'all',
    search: (query.get('search') ?? '').trim().slice(0, LONGEST_SEARCH),
    since,
    until,
    ...readCursor(query),
  }
}

function dayOf(text: string | null): string | undefined {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  return Number.isNaN(Date.parse(text)) ? undefined : text
}

/** Returns the path of a page of My Orders. */
export function ownOrdersPath({ tab, search, ...rest }: Partial<OwnOrdersQuery> = {}): string {
  return withQuery(href('/dashboard/orders'), {
    state: tab === 'all' ? undefined : tab,
    search: search || undefined,
    ...rest,
  })
}

/** Returns the moments that the days of a filter begin and end in the browser's time zone. */
export function periodOf({ since, until }: OwnOrderFilter): { from?: string; to?: string } {
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
