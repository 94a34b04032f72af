/** A result is kept for as many times as long as it took to read. */
const KEPT_TIMES = 100
/** Quicker results are not kept. */
const QUICK_MS = 50
const MAX_KEPT = 50

/**
 * Keeps the results of reads that become slow with the amount of data: a result that took a second
 * answers for a hundred seconds, and then until the next one has come. Nobody waits but the first,
 * and the reads take at most a hundredth of the time.
 */
export function createSlowReads<Value>(now = () => performance.now()) {
  const kept = new Map<string, { value: Value; took: number; at: number }>()
  const reading = new Map<string, Promise<Value>>()

  const readNow = async (key: string, read: () => Promise<Value>): Promise<Value> => {
    const start = now()
    try {
      const value = await read()
      const at = now()
      kept.delete(key)
      if (kept.size >= MAX_KEPT) kept.clear()
      if (at - start >= QUICK_MS) kept.set(key, { value, took: at - start, at })
      return value
    } finally {
      reading.delete(key)
    }
  }
  return async (key: string, read: () => Promise<Value>): Promise<Value> => {
    const found = kept.get(key)
    if (found && now() - found.at < found.took * KEPT_TIMES) return found.value
    const next = reading.get(key) ?? readNow(key, read)
    reading.set(key, next)
    if (!found) return next
    // The next request tries again.
    next.catch(() => {})
    return found.value
  }
}
