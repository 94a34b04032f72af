import type { Db } from '#platform/database/database.server.ts'
import { toOrderJson } from '#shop/orders/order-json.server.ts'
import { beginOrders } from './begin-orders.server.ts'
import { type AcceptedGroup, type Decision, decideOrders } from './decide-orders.server.ts'
import type { OrderRules } from './order-caps.ts'
import type { GroupOutcome, OrderGroup } from './order-group.server.ts'
import { writeOrders } from './write-orders.server.ts'

/** The outcomes in the order of the groups; or an error, after which the orders may exist or not. */
export type Attempt = { outcomes: GroupOutcome[] } | { error: unknown; mayBeCommitted: boolean }

/**
 * Places groups of orders in one transaction. An error undoes all groups, unless it came from the
 * commit itself.
 */
export async function placeGroups(
  db: Db,
  groups: readonly OrderGroup[],
  rules: OrderRules,
  mostWaitMs = 0,
): Promise<Attempt> {
  let mayBeCommitted = false
  try {
    // At a stricter level, what `begin_orders` reads after its locks would be as of before them.
    const transaction = db.transaction().setIsolationLevel('read committed')
    const outcomes = await transaction.execute(async (db) => {
      const outcomes = await placeWithin(db, groups, rules, mostWaitMs)
      mayBeCommitted = true
      return outcomes
    })
    return { outcomes }
  } catch (error) {
    return { error, mayBeCommitted }
  }
}

/**
 * Locks and reads the state of the groups' buyers and products, decides each group by the rules,
 * and writes all that were accepted, in the caller's transaction.
 */
export async function placeWithin(
  db: Db,
  groups: readonly OrderGroup[],
  rules: OrderRules,
  mostWaitMs = 0,
): Promise<GroupOutcome[]> {
  const state = await beginOrders(db, groups, mostWaitMs)
  const decisions = decideOrders(groups, state, rules)
  const accepted = decisions.flatMap((decision) =>
    'accepted' in decision ? [decision.accepted] : [],
  )
  const numbers = await writeOrders(db, accepted)
  return decisions.map((decision) => outcomeOf(decision, numbers))
}

function outcomeOf(decision: Decision, numbers: Map<string, string>): GroupOutcome {
  if ('accepted' in decision) return { placed: answerTo(decision.accepted, numbers) }
  if ('sameAs' in decision) return { stored: answerTo(decision.sameAs, numbers) }
  return decision
}

function answerTo({ orders }: AcceptedGroup, numbers: Map<string, string>) {
  return orders.map((order) => {
    const number = numbers.get(order.id)
    if (number === undefined) throw new Error(`Order ${order.id} has no number`)
    return toOrderJson({ ...order, number })
  })
}
