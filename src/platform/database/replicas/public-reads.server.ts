import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChangeFollower } from '#platform/database/change-feed.server.ts'
import { createChangeLedger } from './change-ledger.server.ts'
import type { Replica } from './replica.server.ts'

/** The reads of one visitor's request. */
export type PublicRead = {
  /** Runs `work`; its reads may come from a replica. */
  run: <Result>(work: () => Result) => Result
  /** Whether it read from a replica that may lack known changes to these names. */
  isBehind: (names: Iterable<string>) => boolean
}

/** Where the requests of visitors read. */
export type PublicReads = ChangeFollower & {
  /**
   * Begins the reads of a request for which changes to these names must be seen. Undefined if no
   * replica has them all, so that the primary must be read.
   */
  begin: (names: readonly string[]) => PublicRead | undefined
  /** Reports cached responses that a change dropped, by their keys. */
  noteDropped: (keys: readonly string[]) => void
  stop: () => Promise<void>
}

/** The replica that the current request reads, and whether it did and failed. */
export type Reading = { replica: Replica; isUsed: boolean; error?: unknown }

const current = new AsyncLocalStorage<Reading | undefined>()

/** What the current request may read from; undefined for the primary. */
export function currentReading(): Reading | undefined {
  const reading = current.getStore()
  return reading?.error === undefined ? reading : undefined
}

/** Runs `work` with all of its reads from the primary. */
export function readFromPrimary<Result>(work: () => Result): Result {
  return current.run(undefined, work)
}

/** Runs a read-only transaction, and once more on the primary if a replica failed in it. */
export async function withPrimaryAsFallback<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (current.getStore()?.error === undefined) throw error
    return readFromPrimary(work)
  }
}

/** Shares the reads of visitors between the replicas that `open` returns; it gets the last change's number. */
export function createPublicReads(open: (lastChange: () => number) => Replica[]): PublicReads {
  const ledger = createChangeLedger()
  const replicas = open(ledger.now)
  let turn = 0

  const add = (change: readonly string[] | 'everything') => {
    ledger.forget(Math.min(ledger.now(), ...replicas.map((replica) => replica.needsNoneUntil())))
    ledger.add(change)
    for (const replica of replicas) replica.checkSoon()
  }

  const begin = (names: readonly string[]): PublicRead | undefined => {
    for (let tried = 0; tried < replicas.length; tried++) {
      turn = (turn + 1) % replicas.length
      const replica = replicas[turn]
      const until = replica?.hasChangesUntil()
      if (!replica || until === undefined) continue
      const changed = ledger.changedSince(until)
      if (changed === 'everything' || names.some((name) => changed.has(name))) continue
      const reading: Reading = { replica, isUsed: false }
      return {
        run: (work) => current.run(reading, work),
        // The cache itself notices what changes from now on.
        isBehind: (read) =>
          reading.isUsed && changed.size > 0 && [...read].some((n) => changed.has(n)),
      }
    }
    return undefined
  }

  return {
    begin,
    drop: add,
    noteDropped: (keys) => keys.length > 0 && add(keys),
    // Changes may have been missed.
    setExact: () => add('everything'),
    stop: async () => void (await Promise.all(replicas.map((replica) => replica.stop()))),
  }
}
