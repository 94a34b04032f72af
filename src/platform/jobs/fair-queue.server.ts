import { LRUCache } from 'lru-cache'
import { unavailable } from '#platform/http/http-errors.ts'

/**
 * The network and account that a task counts for. Capacity is shared among networks, then among a
 * network's accounts.
 */
export type QueueOwner = { network: string; account: string }

type QueueLimits = {
  /** The maximum tasks that run concurrently; `perNetwork` and `perKind` are those of one. */
  atOnce: number
  perNetwork?: number
  perKind?: number
  /** The maximum tasks that wait, and how long. */
  waiting: number
  waitMs?: number
}
type Task = QueueOwner & { kind: string }
type Waiter = Task & { start: () => void; refuse: (reason: Error) => void }
type Queue = Map<string, Map<string, Waiter[]>>

const REMEMBERED_NETWORKS = 1_000

/**
 * Returns a function that runs a limited number of tasks concurrently and queues others in a waiting
 * line. Displaced, late and rejected tasks fail with a 503 and Retry-After.
 */
export function createFairQueue(limits: QueueLimits) {
  const { atOnce, perNetwork = atOnce, perKind = atOnce } = limits
  const line = createWaitingLine(limits)
  const running = new Set<Task>()

  function mayStart({ network, kind }: Task): boolean {
    const tasks = [...running]
    return (
      tasks.length < atOnce &&
      tasks.filter((task) => task.network === network).length < perNetwork &&
      tasks.filter((task) => task.kind === kind).length < perKind
    )
  }

  return async <Result>(owner: QueueOwner, work: () => Promise<Result>, kind = ''): Promise<Result> => {
    const task: Task = { network: owner.network, account: owner.account, kind }
    if (mayStart(task)) {
      running.add(task)
      line.serve(task)
    } else await line.join(task, () => running.add(task))
    try {
      return await work()
    } finally {
      // The slot goes to a waiting task at once, before a new one can take it.
      running.delete(task)
      line.startNext(mayStart)
    }
  }
}

/**
 * A limited number of waiting tasks. They start by network, first one that was not served yet, then the
 * one that was served longest ago, and round-robin by account within a network. When the line is full, a
 * network with fewer tasks displaces the newest task of the network with the most, and an account that
 * of another account of its network.
 */
export function createWaitingLine({ waiting, waitMs }: Pick<QueueLimits, 'waiting' | 'waitMs'>) {
  const queue: Queue = new Map()
  // A network that keeps coming back must not be new each time.
  const served = new LRUCache<string, number>({ max: REMEMBERED_NETWORKS })
  let turns = 0
  const serve = ({ network }: QueueOwner): void => {
    turns += 1
    served.set(network, turns)
  }
  return {
    isEmpty: () => queue.size === 0,
    /** Remembers a task that started without waiting. */
    serve,
    /** Waits until `startNext` starts the task, and calls `onStart` then. Throws a 503 otherwise. */
    join: async (task: Task, onStart: () => void, signal?: AbortSignal): Promise<void> => {
      if (countAll(queue) >= waiting) makeRoom(queue, task)
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve, refuse) => {
        const start = () => {
          onStart()
          resolve()
        }
        const waiter = { ...task, start, refuse }
        const accounts = queue.get(task.network) ?? new Map<string, Waiter[]>()
        queue.set(task.network, accounts)
        accounts.set(task.account, [...(accounts.get(task.account) ?? []), waiter])
        if (waitMs !== undefined) timer = setTimeout(() => refuseWaiter(queue, waiter), waitMs)
        signal?.addEventListener('abort', () => refuseWaiter(queue, waiter))
      }).finally(() => clearTimeout(timer))
    },
    startNext: (mayStart: (task: Task) => boolean): void => {
      const turnOf = ([network]: [string, unknown]) => served.get(network) ?? 0
      for (;;) {
        const networks = [...queue].sort((a, b) => turnOf(a) - turnOf(b))
        const next = takeNext(queue, networks, mayStart)
        if (!next) return
        serve(next)
        next.start()
      }
    },
  }
}

function takeNext(
  queue: Queue,
  networks: [string, Map<string, Waiter[]>][],
  mayStart: (task: Task) => boolean,
): Waiter | undefined {
  for (const [network, accounts] of networks) {
    for (const [account, waiters] of accounts) {
      const next = waiters.find(mayStart)
      if (!next) continue
      waiters.splice(waiters.indexOf(next), 1)
      // Maps iterate in insertion order: the first account is next and then moves to the end.
      accounts.delete(account)
      if (waiters.length > 0) accounts.set(account, waiters)
      if (accounts.size === 0) queue.delete(network)
      return next
    }
  }
  return undefined
}

/** Rejects the newest task of whoever has the most tasks; throws if that is the newcomer. */
function makeRoom(queue: Queue, newcomer: QueueOwner): void {
  const [, most = new Map<string, Waiter[]>()] = largest(queue, countOf)
  const own = queue.get(newcomer.network) ?? new Map<string, Waiter[]>()
  const isOwnLargest = countOf(own) + 1 >= countOf(most)
  const [account, waiters = []] = largest(isOwnLargest ? own : most, ({ length }) => length)
  const waiting = own.get(newcomer.account)?.length ?? 0
  const newest = waiters.at(-1)
  if (!newest || (isOwnLargest && (account === newcomer.account || waiting + 1 >= waiters.length)))
    throw busy()
  refuseWaiter(queue, newest)
}

function refuseWaiter(queue: Queue, waiter: Waiter): void {
  const accounts = queue.get(waiter.network)
  const others = accounts?.get(waiter.account)?.filter((candidate) => candidate !== waiter) ?? []
  if (others.length > 0) accounts?.set(waiter.account, others)
  else accounts?.delete(waiter.account)
  if (accounts?.size === 0) queue.delete(waiter.network)
  waiter.refuse(busy())
}

const busy = () => unavailable('The shop is busy. Please try again.')

function largest<Value>(map: Map<string, Value>, count: (value: Value) => number) {
  return [...map].sort(([, a], [, b]) => count(b) - count(a))[0] ?? ['', undefined]
}

function countOf(accounts: Map<string, Waiter[]>): number {
  return [...accounts.values()].reduce((sum, { length }) => sum + length, 0)
}

function countAll(queue: Queue): number {
  return [...queue.values()].reduce((sum, accounts) => sum + countOf(accounts), 0)
}
