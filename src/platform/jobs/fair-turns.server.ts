import { unavailable } from '#platform/http/http-errors.ts'

/** For whom a work is done: first the networks share the turns, then in each its accounts. */
export type TurnOwner = { network: string; account: string }

type Waiter = { start: () => void; refuse: (reason: Error) => void }
type Line = Map<string, Map<string, Waiter[]>>

/**
 * Lets at most `atOnce` of the works that it is given run at the same time, and so many wait. The
 * networks that wait take turns, and inside a network its accounts do. When all places are taken,
 * a network that has fewer of them gets the last place of the one that has most; whoever loses a
 * place, or finds none, is refused with a 503 and Retry-After.
 */
export function createFairTurns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  // A Map keeps the order in which its keys came: the first is next, and goes to the end then.
  const line: Line = new Map()
  let running = 0

  function join(owner: TurnOwner): Promise<void> {
    if (countAll(line) >= waiting) makeRoom(line, owner)
    return new Promise((start, refuse) => {
      const accounts = line.get(owner.network) ?? new Map<string, Waiter[]>()
      line.set(owner.network, accounts)
      accounts.set(owner.account, [...(accounts.get(owner.account) ?? []), { start, refuse }])
    })
  }

  return async <Result>(owner: TurnOwner, work: () => Promise<Result>): Promise<Result> => {
    // Whoever ends hands its place over, so `running` stays as it is.
    if (running >= atOnce) await join(owner)
    else running++
    try {
      return await work()
    } finally {
      const next = takeNext(line)
      if (next) next.start()
      else running--
    }
  }
}

function takeNext(line: Line): Waiter | undefined {
  const [network, accounts] = firstOf(line)
  if (!accounts) return undefined
  const [account, waiters = []] = firstOf(accounts)
  const next = waiters.shift()
  rotate(accounts, account, waiters, waiters.length)
  rotate(line, network, accounts, accounts.size)
  return next
}

/** Refuses the last who came of the most crowded network, or throws when that is the newcomer's. */
function makeRoom(line: Line, newcomer: TurnOwner): void {
  const [network, accounts] = mostCrowded(line, countOf)
  const own = line.get(newcomer.network)
  if (!accounts || (own ? countOf(own) : 0) + 1 >= countOf(accounts)) throw busy()
  const [account, waiters = []] = mostCrowded(accounts, ({ length }) => length)
  waiters.pop()?.refuse(busy())
  if (waiters.length === 0) accounts.delete(account)
  if (accounts.size === 0) line.delete(network)
}

const busy = () => unavailable('The shop is busy. Please try again.')

function rotate<Value>(map: Map<string, Value>, key: string, value: Value, left: number): void {
  map.delete(key)
  if (left > 0) map.set(key, value)
}

function firstOf<Value>(map: Map<string, Value>): [string, Value | undefined] {
  const [first] = map
  return first ?? ['', undefined]
}

function mostCrowded<Value>(
  map: Map<string, Value>,
  count: (value: Value) => number,
): [string, Value | undefined] {
  return [...map].sort(([, one], [, other]) => count(other) - count(one))[0] ?? ['', undefined]
}

function countOf(accounts: Map<string, Waiter[]>): number {
  return [...accounts.values()].reduce((sum, { length }) => sum + length, 0)
}

function countAll(line: Line): number {
  return [...line.values()].reduce((sum, accounts) => sum + countOf(accounts), 0)
}
