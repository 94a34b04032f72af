import type { Change } from '#platform/database/change-notices.server.ts'

const MAX_NAMES = 10_000

/**
 * Numbers the changes of the database that this process learns of and remembers the last one of each
 * name: a table, a row's id, or the key of a cached response that a change dropped.
 */
export function createChangeLedger() {
  const lastOf = new Map<string, number>()
  let count = 0
  let everythingAt = 0
  const addAll = () => {
    lastOf.clear()
    everythingAt = count
  }
  return {
    /** The number of the last change. */
    now: () => count,
    add: (change: Change) => {
      count += 1
      if (change === 'everything') return addAll()
      for (const name of change) lastOf.set(name, count)
      // Bounds the memory while no replica catches up.
      if (lastOf.size > MAX_NAMES) addAll()
    },
    /** The names that have changed after change number `until`. */
    changedSince: (until: number): ReadonlySet<string> | 'everything' => {
      if (everythingAt > until) return 'everything'
      return new Set([...lastOf].filter(([, at]) => at > until).map(([name]) => name))
    },
    /** Forgets the changes up to number `until`, which every replica has by now. */
    forget: (until: number) => {
      for (const [name, at] of lastOf) if (at <= until) lastOf.delete(name)
    },
  }
}
