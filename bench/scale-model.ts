// A queueing model of the shop on larger machines, from the processor times in docs/performance.md and
// docs/decisions/0039-limits-of-uncached-pages.md. Run
// `node bench/scale-model.ts`; docs/operations/server.md shows and explains the result.

/** Milliseconds of processor time, measured with PostgreSQL on a busy machine of two processors. */
export const measured = {
  orderInShop: 2.1,
  orderInDatabase: 0.9,
  /** A list or a product that is not cached: 0.25 and 0.27. The database's share is of before they shared reads. */
  readInShop: 0.26,
  readInDatabase: 0.13,
  /** An All Tools page that is not cached. */
  pageInShop: 7.3,
  pageInDatabase: 0.55,
  /** A cached response: 16,000 a second on one processor. */
  cached: 0.06,
}

/** The share of its time that a processor may be busy, so that queues stay short. */
const BUSY = 0.7

/** Erlang's C: the probability that a request must wait for one of `servers`, of which `load` are busy. */
export function waitingProbability(servers: number, load: number): number {
  if (load >= servers) return 1
  let blocking = 1
  for (let server = 1; server <= servers; server++) {
    blocking = (load * blocking) / (server + load * blocking)
  }
  return blocking / (1 - (load / servers) * (1 - blocking))
}

/** The wait in milliseconds that 99 of 100 requests stay below, with exponential service times. */
export function slowestWaitMs(servers: number, perSecond: number, serviceMs: number): number {
  const load = (perSecond * serviceMs) / 1000
  const probability = waitingProbability(servers, load)
  if (load >= servers) return Number.POSITIVE_INFINITY
  return Math.max(0, (Math.log(probability / 0.01) * serviceMs) / (servers - load))
}

/** The capacity of one primary's processors, if it handles only orders. */
export function ordersPerSecond(processors: number): number {
  return Math.floor((processors * BUSY * 1000) / measured.orderInDatabase)
}

/** What is asked of a shop each second, and the share of reads and pages that comes from the cache. */
export type Size = { orders: number; reads: number; pages: number; cachedShare: number }

/** The processors that a shop of this size needs in each place, and the slowest waits at its primary. */
export function processorsFor({ orders, reads, pages, cachedShare }: Size) {
  const missed = 1 - cachedShare
  const { orderInShop, orderInDatabase, readInShop, readInDatabase } = measured
  const { pageInShop, pageInDatabase, cached } = measured
  const needs = (ms: number) => Math.ceil(ms / 1000 / BUSY)
  const inDatabase = orders * orderInDatabase + missed * (reads * readInDatabase + pages * pageInDatabase)
  const perSecond = orders + missed * (reads + pages)
  const primary = needs(inDatabase)
  return {
    shop: needs(
      orders * orderInShop +
        missed * (reads * readInShop + pages * pageInShop) +
        cachedShare * (reads + pages) * cached,
    ),
    primary,
    waitMs: slowestWaitMs(primary, perSecond, inDatabase / perSecond),
  }
}

const SIZES = [
  { orders: 500, reads: 2_000, pages: 500 },
  { orders: 2_000, reads: 10_000, pages: 2_000 },
  { orders: 10_000, reads: 50_000, pages: 10_000 },
  { orders: 20_000, reads: 200_000, pages: 50_000 },
]

if (import.meta.main) {
  console.table(
    SIZES.flatMap((size) =>
      [0.9, 0.99].map((cachedShare) => {
        const { waitMs, ...need } = processorsFor({ ...size, cachedShare })
        return { ...size, cachedShare, ...need, 'p99 wait at the primary, ms': waitMs.toFixed(1) }
      }),
    ),
  )
  console.table([2, 8, 32, 64].map((processors) => ({ processors, orders: ordersPerSecond(processors) })))
}
