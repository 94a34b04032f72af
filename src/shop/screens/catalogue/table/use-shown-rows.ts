import { startTransition, useEffect, useState } from 'react'
import { useHydrated } from '#ui/use-hydrated.ts'

/** More rows than fit on a screen. */
const FIRST_ROWS = 24
const MORE_ROWS = 8

/**
 * Returns how many of the rows to render. A table that opens in the browser begins with those on the
 * screen and adds the others while the browser is idle, so that it appears and responds at once; the
 * server's HTML has all of them.
 */
export function useShownRows(rows: readonly unknown[]): number {
  const isHydrated = useHydrated()
  const [start] = useState(isHydrated ? FIRST_ROWS : Number.POSITIVE_INFINITY)
  const [shown, setShown] = useState({ of: rows, count: start })
  const count = shown.of === rows ? shown.count : FIRST_ROWS
  const isComplete = count >= rows.length
  useEffect(() => {
    if (isComplete) return
    return whenIdle(() => {
      startTransition(() => setShown({ of: rows, count: count + MORE_ROWS }))
    })
  }, [rows, count, isComplete])
  return Math.min(count, rows.length)
}

function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: 500 })
  return () => cancelIdleCallback(handle)
}
