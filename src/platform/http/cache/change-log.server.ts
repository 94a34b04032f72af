import type { Change } from '#platform/database/change-notices.server.ts'

const MAX_CHANGES = 1000

/**
 * Records the changes made while responses are being rendered, so that a response that read old
 * data is not cached as current.
 */
export function createChangeLog() {
  let changes: { at: number; change: Change }[] = []
  let count = 0
  let readers = 0
  return {
    /** The number of changes so far; serves as a logical clock. */
    now: () => count,
    add: (change: Change) => {
      if (readers > 0) changes.push({ at: count, change })
      count += 1
      // Bounds the memory: a long list collapses into one change of everything.
      const [oldest] = changes
      if (oldest && changes.length > MAX_CHANGES) {
        changes = [{ at: oldest.at, change: 'everything' }]
      }
    },
    /** Records changes until `stopReading`, and returns the current time of the logical clock. */
    startReading: () => {
      readers += 1
      return count
    },
    /** When the first change since `start` to an affected table or id happened; infinity if none did. */
    stopReading: (start: number, isAffected: (name: string) => boolean): number => {
      const first = changes.find(
        ({ at, change }) => at >= start && (change === 'everything' || change.some(isAffected)),
      )
      readers -= 1
      if (readers === 0) changes = []
      return first?.at ?? Number.POSITIVE_INFINITY
    },
  }
}
