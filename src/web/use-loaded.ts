import { useEffect, useState } from 'react'

type Loaded<Value> = { load?: () => Promise<Value>; value?: Value; error?: unknown }

/**
 * Loads what a part of a page shows, and again with each other `load`; null loads nothing. A value stays
 * until the next has come.
 */
export function useLoaded<Value>(load: (() => Promise<Value>) | null) {
  const [loaded, setLoaded] = useState<Loaded<Value>>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (load === null) return
    let isCurrent = true
    load().then(
      (value) => isCurrent && setLoaded({ load, value }),
      (error: unknown) => isCurrent && setLoaded({ load, error }),
    )
    return () => {
      isCurrent = false
    }
  }, [load, attempt])
  return {
    value: loaded.value,
    error: loaded.error,
    isLoading: load !== null && loaded.load !== load,
    retry: () => {
      setLoaded({})
      setAttempt(attempt + 1)
    },
  }
}
