import type { Context, MiddlewareHandler } from 'hono'
import { createContext } from 'react-router'
import { routesWith } from '#platform/http/api/public-route.server.ts'
import { tooManyRequests } from '#platform/http/http-errors.ts'
import { type ClientIpAddress, largestNetworkOf } from '#platform/http/ip-address.server.ts'
import { countNetworks, createRequestCounter } from '#platform/http/limits/request-counter.server.ts'
import { createFairQueue } from '#platform/jobs/fair-queue.server.ts'
import type { Caller, CallerVariables } from '#shop/auth/access/caller.server.ts'
import { isSearch, readCatalogueQuery } from './query/search-query.ts'

/** The maximum searches per minute of an account, or of a network for visitors. */
export type SearchRules = { perMinute: number; userPerMinute: number }

/** Far above human use: many buyers behind one IP address can search, read lists and paste orders. */
const defaultSearchRules: SearchRules = { perMinute: 3_000, userPerMinute: 600 }

export type SearchLimits = ReturnType<typeof createSearchLimits>

/** Whether a search without results is counted, for pages, which know no IP address. */
export const mayRecordMissContext = createContext<() => boolean>()

/** Reads a batch of a full list when it is its turn. */
type ReadBatch = <Result>(read: () => Promise<Result>) => Promise<Result>

/** So many products of a full list take the time of a search. */
const PRODUCTS_PER_SEARCH = 100
/** The owner's list has a hundred. */
const MISSES_A_DAY = 20
const DAY = 24 * 3600

/** The `c.var` of API routes that search. */
export type SearchVariables = CallerVariables & { Variables: { searchLimits: SearchLimits } }

/** A route that anyone may call, and that knows these limits. */
export const searchRoute = routesWith<SearchVariables>('public', (_, next) => next())

export const perSearch = (c: Context<SearchVariables>) => c.var.searchLimits.countSearches(c, 1)

export const perSearchInQuery = (c: Context<SearchVariables>) => {
  if (asksToSearch(c.req.url)) perSearch(c)
}

export function createSearchLimits(environment: {
  clientIpAddress: ClientIpAddress
  clock: () => Date
  rules?: SearchRules | undefined
}) {
  const { clientIpAddress, clock, rules = defaultSearchRules } = environment
  const count = createRequestCounter(60, clock)
  const countNetwork = (ipAddress: string | null, searches = 1) =>
    countNetworks(count, ipAddress, rules.perMinute, searches)

  const inTurn = createFairQueue({ atOnce: 2, waiting: 2_000 })
  const countMiss = createRequestCounter(DAY, clock)
  /** Counts the searches of an API request; throws a 429 beyond the limit. */
  const countSearches = (c: Context, searches: number): void => {
    const caller: Caller | null = c.var.caller
    const seconds = caller
      ? count(`account ${caller.id}`, rules.userPerMinute, searches)
      : countNetwork(clientIpAddress(c), searches)
    if (seconds !== null) throw tooManyRequests(seconds)
  }
  return {
    countSearches,
    /** For the results page: responds 429 beyond the limit. */
    page: (async (c, next) => {
      const seconds = asksToSearch(c.req.url) ? countNetwork(clientIpAddress(c)) : null
      if (seconds === null) return next()
      const text = `Too many searches. Please try again in ${seconds} seconds.`
      return c.text(text, 429, { 'Retry-After': String(seconds) })
    }) satisfies MiddlewareHandler,
    /**
     * Counts a full list of so many products; throws a 429 beyond the limit. Its batches are read in turn
     * with those of other networks and accounts, by the returned function.
     */
    startFullList: (c: Context, products: number): ReadBatch => {
      const caller: Caller | null = c.var.caller
      const most = caller ? rules.userPerMinute : rules.perMinute
      // A list of any number of products can be read, if no other was read in this minute.
      countSearches(c, Math.min(Math.ceil(products / PRODUCTS_PER_SEARCH), Math.floor(most / 2)))
      const ipAddress = clientIpAddress(c)
      const network = ipAddress === null ? '' : largestNetworkOf(ipAddress)
      return (read) => inTurn({ network, account: caller?.id ?? '' }, read)
    },
    /** Counts a search without results; false beyond what one network adds to the owner's list in a day. */
    mayRecordMiss: (c: Context): boolean =>
      countNetworks(countMiss, clientIpAddress(c), MISSES_A_DAY) === null,
  }
}

function asksToSearch(url: string): boolean {
  const { query } = readCatalogueQuery(new URL(url).searchParams)
  return query.view === 'table' || isSearch(query)
}
