import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { isNewBuyer, lineIs } from '#shop/orders/line-states.server.ts'
import { type Canceller, cancelLinesWithin, markCancelling, type OrderDeps } from './cancel-lines.server.ts'

type MarkedLine = { id: string; orderId: string }

/** Marks all unpaid orders of a buyer as cancelling, in the caller's transaction. */
export async function markCancellingOf(db: Db, accountId: string): Promise<void> {
  await markCancelling(db, sql`account_id = ${accountId}`)
}

/** Marks unpaid orders of unverified buyers as cancelling, in the caller's transaction; returns their lines. */
export function markCancellingOfUnverified(db: Db): Promise<MarkedLine[]> {
  return markCancelling(db, sql`account_id in (select id from account where not email_verified)`)
}

/** Marks all unpaid orders of those of these buyers who are still new, like those of unverified buyers. */
export function markCancellingOfBuyers(db: Db, accountIds: string[]): Promise<MarkedLine[]> {
  return markCancelling(
    db,
    sql`account_id = any(${accountIds}::uuid[]) and ${isNewBuyer(sql`order_line.account_id`)}`,
  )
}

const AT_ONCE = 10
// The longest wait for a card provider that does not respond.
const MAX_WAIT_MS = 5_000

/** How many lines were cancelled, and how many stay cancelling. */
type FinishedCancels = { cancelled: number; stillCancelling: number; failed: unknown[] }

/**
 * Cancels each cancelling order of a buyer, on behalf of `caller`. Within about five seconds it
 * returns how many lines were cancelled, how many stay cancelling because the card provider has not
 * responded, and the errors; the reconciler finishes the rest.
 */
export async function finishCancelling(
  db: Db,
  deps: OrderDeps,
  accountId: string,
  caller: Canceller,
  maxWaitMs = MAX_WAIT_MS,
): Promise<FinishedCancels> {
  const lines = await db
    .selectFrom('orderLine')
    .select(['id', 'orderId'])
    .where('accountId', '=', accountId)
    .where(lineIs('cancelling'))
    .execute()
  return cancelMarked(db, deps, lines, caller, maxWaitMs)
}

/** Cancels these lines, which are marked as cancelling, order by order, like `finishCancelling`. */
export async function cancelMarked(
  db: Db,
  deps: OrderDeps,
  lines: readonly MarkedLine[],
  caller: Canceller,
  maxWaitMs = MAX_WAIT_MS,
): Promise<FinishedCancels> {
  const orders = [...Map.groupBy(lines, ({ orderId }) => orderId).values()]
  const failed: unknown[] = []
  const until = performance.now() + maxWaitMs
  let cancelled = 0
  let settled = 0
  for (let from = 0; from < orders.length; from += AT_ONCE) {
    const left = until - performance.now()
    if (left <= 0) break
    const some = orders.slice(from, from + AT_ONCE).map((order) => order.map(({ id }) => id))
    const outcomes = await Promise.allSettled(
      some.map((ids) => cancelLinesWithin(left, db, deps, caller, ids)),
    )
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'rejected') failed.push(outcome.reason)
      else if (outcome.value !== 'under-way') {
        settled += some[index]?.length ?? 0
        cancelled += outcome.value.size
      }
    }
  }
  return { cancelled, stillCancelling: lines.length - settled, failed }
}
