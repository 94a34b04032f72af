import { firstCharacters } from '#platform/text.ts'
import { AFTER_ALL_ORDERS, type Cursor, LONGEST_SEARCH, readCursor } from '#shop/orders/orders-query.ts'

export const queueTabNames = {
  'to-pack': 'To pack',
  packed: 'Packed',
  'part-shipped': 'Part shipped',
  blocked: 'Blocked',
  'shipped-today': 'Shipped today',
} as const

export type QueueTab = keyof typeof queueTabNames

export const queueTabs = Object.keys(queueTabNames) as [QueueTab, ...QueueTab[]]

export type QueueQuery = { tab: QueueTab; search: string } & Cursor

/** Parses the tab, search and cursor in a URL; ignores invalid values. */
export function readQueueQuery(params: URLSearchParams): QueueQuery {
  return {
    tab: queueTabs.find((tab) => tab === params.get('tab')) ?? 'to-pack',
    search: firstCharacters(params.get('search') ?? '', LONGEST_SEARCH),
    ...readCursor(params),
  }
}

/** The page, oldest first, of which one row more was read, and whether there are pages before and after. */
export function pageOf<Row>(rows: Row[], size: number, { before, after }: Cursor) {
  const isBackwards = before !== undefined && after === undefined
  const isMore = rows.length > size
  return {
    rows: isBackwards ? rows.slice(-size) : rows.slice(0, size),
    hasOlder: isBackwards ? isMore : after !== undefined,
    hasNewer: isBackwards ? before !== AFTER_ALL_ORDERS : isMore,
  }
}
