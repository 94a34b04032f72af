import type { Db } from '#platform/database/database.server.ts'
import type { OrderRules } from './order-caps.ts'
import type { GroupOutcome, OrderGroup, PlaceGroup } from './order-group.server.ts'
import { placeGroups } from './place-groups.server.ts'

// A long list is a batch of its own; it takes about as long as this many single orders.
const MOST_LINES_AT_ONCE = 250
// An order that waits for a lock this long is retried alone, so that the others need not wait.
const MOST_WAIT_MS = 500
const SINGLY_AT_ONCE = 4

type Waiting = {
  group: OrderGroup
  resolve: (outcome: GroupOutcome) => void
  reject: (error: unknown) => void
}

/**
 * Returns the function that places all orders of this process. Orders that arrive while a batch is
 * being written form the next one, so a busy shop needs few transactions. An error in a batch makes
 * each of its groups retry alone: one group never fails another.
 */
export function createOrderEngine(db: Db, rules: OrderRules): PlaceGroup {
  const waiting: Waiting[] = []
  let isRunning = false

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    // Requests that arrived together are all read before this continues.
    await new Promise(setImmediate)
    while (waiting.length > 0) await placeBatch(db, rules, takeBatch(waiting))
    isRunning = false
  }

  return (group) =>
    new Promise((resolve, reject) => {
      waiting.push({ group, resolve, reject })
      void run()
    })
}

function takeBatch(waiting: Waiting[]): Waiting[] {
  let lines = 0
  const end = waiting.findIndex(({ group }, index) => {
    lines += group.lines.length
    return index > 0 && lines > MOST_LINES_AT_ONCE
  })
  return waiting.splice(0, end === -1 ? waiting.length : end)
}

async function placeBatch(db: Db, rules: OrderRules, batch: Waiting[]): Promise<void> {
  const groups = batch.map(({ group }) => group)
  const isAlone = batch.length === 1
  const attempt = await placeGroups(db, groups, rules, isAlone ? 0 : MOST_WAIT_MS)
  if ('outcomes' in attempt) {
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = attempt.outcomes[index]
      if (outcome) resolve(outcome)
      else reject(new Error('A group of the batch has no outcome'))
    }
  } else if (isAlone || attempt.mayBeCommitted) {
    for (const { reject } of batch) reject(attempt.error)
  } else {
    void placeSingly(db, rules, batch)
  }
}

/** Places the groups of a failed batch one by one; the next batch does not wait for them. */
async function placeSingly(db: Db, rules: OrderRules, batch: Waiting[]): Promise<void> {
  const left = [...batch]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) await placeBatch(db, rules, [next])
  }
  await Promise.all(Array.from({ length: SINGLY_AT_ONCE }, work))
}
