import type { Db } from '#platform/database/database.server.ts'
import { type BatchResult, createBatchQueue } from '#platform/jobs/batch-queue.server.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import type { OrderRules } from '#shop/orders/order-caps.ts'
import type { OrderRequest } from './order-request.server.ts'
import { type OrderOutcome, placeOrders } from './place-orders.server.ts'

// A long order is a batch of its own; it takes about as long as this many orders of one line.
const MAX_LINES_AT_ONCE = 250
// Parallel batches would block on each other's product locks.
const BATCHES_AT_ONCE = 1
// A batch that waits for a lock this long is retried in parts, so that most orders need not wait.
const MAX_WAIT_MS = 500
const ALONE_AT_ONCE = 4
const ALONE_WAITING = 1000

/** Places an order, once per idempotency key, or returns why not. */
export type PlaceOrder = (request: OrderRequest) => Promise<OrderOutcome>

/**
 * Returns the function that places all orders of this process. Orders that arrive while a batch is
 * being written form the next one, so a busy shop needs few transactions. When a batch fails, each
 * of its orders is placed alone: one order never fails another. Only if the commit itself failed,
 * they all fail: the orders may exist, and a retry with the same key returns them.
 */
export function createOrderQueue(db: Db, rules: OrderRules): PlaceOrder {
  const limitAlone = createConcurrencyLimit({ atOnce: ALONE_AT_ONCE, waiting: ALONE_WAITING })

  async function placeAlone(request: OrderRequest): Promise<OrderOutcome> {
    const attempt = await limitAlone(() => placeOrders(db, [request], rules))
    if ('error' in attempt) throw attempt.error
    const [outcome] = attempt.outcomes
    if (!outcome) throw new Error('The order has no outcome')
    return outcome
  }

  async function run(requests: OrderRequest[]): Promise<BatchResult<OrderOutcome>> {
    const attempt = await placeOrders(db, requests, rules, MAX_WAIT_MS)
    if ('outcomes' in attempt) return attempt.outcomes.map((value) => ({ value }))
    if (attempt.mayBeCommitted) return requests.map(() => ({ error: attempt.error }))
    return requests.map((request) => ({ value: placeAlone(request) }))
  }

  return createBatchQueue({
    run,
    atOnce: BATCHES_AT_ONCE,
    maxWeight: MAX_LINES_AT_ONCE,
    weigh: ({ lines }) => lines.length,
  })
}
