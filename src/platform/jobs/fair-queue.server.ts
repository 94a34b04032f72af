import { unavailable } from '#platform/http/http-errors.ts'

/**
 * The network and account that a task counts for. Capacity is shared among networks, then among a
 * network's accounts.
 */
export type QueueOwner = { network: string; account: string }

type Waiter = { start: () => void; refuse: (reason: Error) => void }
type Queue = Map<string, Map<string, Waiter[]>>

/**
 * Returns a function that runs at most `atOnce` tasks concurrently and queues at most `waiting` more.
 * Waiting tasks start round-robin by network, and by account within a network. When the queue is
 * full, a network with fewer tasks displaces the newest task of the network with the most; displaced
 * and rejected tasks fail with a 503 and Retry-After.
 */
export function createFairQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  // Maps iterate in insertion order: the first network is next and then moves to the end.
  const queue: Queue = new Map()
  let running = 0

  function join(owner: QueueOwner): Promise<void> {
    if (countAll(queue) >= waiting) makeRoom(queue, owner)
    return new Promise((start, refuse) => {
      const accounts = queue.get(owner.network) ?? new Map<string, Waiter[]>()
      queue.set(owner.network, accounts)
      accounts.set(owner.account, [...(accounts.get(owner.account) ?? []), { start, refuse }])
    })
  }

  return async <Result>(owner: QueueOwner, work: () => Promise<Result>): Promise<Result> => {
    // A finished task hands its slot to the next one, so `running` does not change.
    if (running >= atOnce) await join(owner)
    else running++
    try {
      return await work()
    } finally {
      const next = takeNext(queue)
      if (next) next.start()
      else running--
    }
  }
}

function takeNext(queue: Queue): Waiter | undefined {
  const [network, accounts] = firstOf(queue)
  if (!accounts) return undefined
  const [account, waiters = []] = firstOf(accounts)
  const next = waiters.shift()
  rotate(accounts, account, waiters, waiters.length)
  rotate(queue, network, accounts, accounts.size)
  return next
}

/** Rejects the newest task of the network with the most tasks; throws if that is the newcomer's. */
function makeRoom(queue: Queue, newcomer: QueueOwner): void {
  const [network, accounts] = largest(queue, countOf)
  const own = queue.get(newcomer.network)
  if (!accounts || (own ? countOf(own) : 0) + 1 >= countOf(accounts)) throw busy()
  const [account, waiters = []] = largest(accounts, ({ length }) => length)
  waiters.pop()?.refuse(busy())
  if (waiters.length === 0) accounts.delete(account)
  if (accounts.size === 0) queue.delete(network)
}

const busy = () => unavailable('The shop is busy. Please try again.')

function rotate<Value>(
  map: Map<string, Value>,
  key: string,
  value: Value,
  remaining: number,
): void {
  map.delete(key)
  if (remaining > 0) map.set(key, value)
}

function firstOf<Value>(map: Map<string, Value>): [string, Value | undefined] {
  const [first] = map
  return first ?? ['', undefined]
}

function largest<Value>(
  map: Map<string, Value>,
  count: (value: Value) => number,
): [string, Value | undefined] {
  return [...map].sort(([, one], [, other]) => count(other) - count(one))[0] ?? ['', undefined]
}

function countOf(accounts: Map<string, Waiter[]>): number {
  return [...accounts.values()].reduce((sum, { length }) => sum + length, 0)
}

function countAll(queue: Queue): number {
  return [...queue.values()].reduce((sum, accounts) => sum + countOf(accounts), 0)
}
