import type { Db } from '#platform/database/database.server.ts'
import { type BatchResult, createBatchQueue } from '#platform/jobs/batch-queue.server.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import type { OrderRules } from './order-caps.ts'
import type { GroupOutcome, OrderGroup, PlaceGroup } from './order-group.server.ts'
import { placeGroups } from './place-groups.server.ts'

// A long list is a batch of its own; it takes about as long as this many single orders.
const MOST_LINES_AT_ONCE = 250
// More would wait for each other's products.
const BATCHES_AT_ONCE = 1
// A batch that waits for a lock this long is retried in parts, so that most orders need not wait.
const MOST_WAIT_MS = 500
const ALONE_AT_ONCE = 4
const ALONE_WAITING = 1000

/**
 * Returns the function that places all orders of this process. Orders that arrive while a batch is
 * being written form the next one, so a busy shop needs few transactions. When a batch fails, each
 * of its groups is placed alone: one group never fails another. Only if the commit itself failed,
 * they all fail, because they may have been placed: their keys tell.
 */
export function createOrderEngine(db: Db, rules: OrderRules): PlaceGroup {
  const limitAlone = createConcurrencyLimit({ atOnce: ALONE_AT_ONCE, waiting: ALONE_WAITING })

  async function placeAlone(group: OrderGroup): Promise<GroupOutcome> {
    const attempt = await limitAlone(() => placeGroups(db, [group], rules))
    if ('error' in attempt) throw attempt.error
    const [outcome] = attempt.outcomes
    if (!outcome) throw new Error('The group has no outcome')
    return outcome
  }

  async function run(groups: OrderGroup[]): Promise<BatchResult<GroupOutcome>> {
    const attempt = await placeGroups(db, groups, rules, MOST_WAIT_MS)
    if ('outcomes' in attempt) return attempt.outcomes.map((value) => ({ value }))
    if (attempt.mayBeCommitted) return groups.map(() => ({ error: attempt.error }))
    return groups.map((group) => ({ value: placeAlone(group) }))
  }

  return createBatchQueue({
    run,
    atOnce: BATCHES_AT_ONCE,
    mostWeight: MOST_LINES_AT_ONCE,
    weigh: ({ lines }) => lines.length,
  })
}
