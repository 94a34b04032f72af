import { href } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { firstCharacters } from '#platform/text.ts'
import { type OrderFilterQuery, readOrderFilter } from '#shop/orders/history/own-orders.ts'
import {
  type Cursor,
  type DeskFilter,
  deskFilters,
  ID,
  LONGEST_SEARCH,
  readCursor,
} from '#shop/orders/orders-query.ts'

export const deskSorts = ['newest', 'oldest', 'buyer'] as const
export type DeskSort = (typeof deskSorts)[number]

export type DeskFilters = OrderFilterQuery & {
  state: DeskFilter
  buyer?: string | undefined
  company?: string | undefined
}

/** A page of Manage Orders as its URL describes it. */
export type DeskQuery = DeskFilters & Cursor & { sort: DeskSort }

/** Parses the URL of Manage Orders; ignores invalid values. */
export function readDeskQuery(query: URLSearchParams): DeskQuery {
  return {
    state: deskFilters.find((state) => state === query.get('state')) ?? 'all',
    sort: deskSorts.find((sort) => sort === query.get('sort')) ?? 'newest',
    buyer: firstCharacters(query.get('buyer')?.trim() ?? '', LONGEST_SEARCH) || undefined,
    company: query.get('company')?.match(ID)?.[0],
    ...readOrderFilter(query),
    ...readCursor(query),
  }
}

/** Returns the path of a page of Manage Orders, with the panel of an order if it is given. */
export function deskPath(query: Partial<DeskQuery> & { order?: string | undefined } = {}): string {
  const { state, search, sort, ...rest } = query
  return withQuery(href('/dashboard/manage-orders'), {
    state: state === 'all' ? undefined : state,
    search: search || undefined,
    sort: sort === 'newest' ? undefined : sort,
    ...rest,
  })
}
