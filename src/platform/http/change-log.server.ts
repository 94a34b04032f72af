import type { Change } from '#platform/database/change-notices.server.ts'

const MOST_REMEMBERED = 1000

/**
 * The changes since the oldest rendering that is still under way, so that what was read before a
 * change is not taken for what is true after it.
 */
export function createChangeLog() {
  let changes: { at: number; change: Change }[] = []
  let count = 0
  let readers = 0
  return {
    /** How many changes there were: a moment to compare with others. */
    now: () => count,
    add: (change: Change) => {
      if (readers > 0) changes.push({ at: count, change })
      count += 1
      // Nobody needs the single ones of so many.
      const [oldest] = changes
      if (oldest && changes.length > MOST_REMEMBERED) {
        changes = [{ at: oldest.at, change: 'everything' }]
      }
    },
    /** Remembers all changes from now on, until `stopReading`. */
    startReading: () => {
      readers += 1
      return count
    },
    /**
     * The moment of the first change since `start` to any of these tables and ids; infinity when
     * there was none.
     */
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
