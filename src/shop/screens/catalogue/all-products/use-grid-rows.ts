import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { storedScrollPosition } from '#ui/scroll-positions.ts'
import { useHydrated } from '#ui/use-hydrated.ts'

/** The measured grid: heights in CSS pixels, a row's including its gap. */
type GridLayout = { columns: number; rowHeight: number; gap: number; top: number }

// Returning restores the list's height before anything is measured.
let lastLayout: GridLayout | undefined

/**
 * Returns which items of a grid are near the screen, from `start` to before `end`, the style that
 * reserves the space of all others, and that of a placeholder; null in the server's HTML.
 */
export function useGridRows(list: RefObject<HTMLUListElement | null>, total: number) {
  const isHydrated = useHydrated()
  const [measured, setMeasured] = useState(lastLayout)
  const layout = isHydrated ? measured : undefined
  const { columns, rowHeight, gap, top } = layout ?? { columns: 1, rowHeight: 500, gap: 0, top: 0 }
  const rows = Math.ceil(total / columns)
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => rowHeight,
    scrollMargin: top,
    overscan: 2,
    enabled: layout !== undefined,
    // The initial size makes the first render contain a row to measure.
    ...(isHydrated && { initialRect: { width: window.innerWidth, height: window.innerHeight } }),
  })

  const measure = useCallback(() => {
    const now = list.current ? layoutOf(list.current) : undefined
    if (!now) return
    lastLayout = now
    setMeasured((before) => (before && isSame(before, now) ? before : now))
  }, [list])
  useLayoutEffect(() => {
    const grid = list.current
    if (!grid) return
    measure()
    // Content above the list moves it without changing its size.
    const observer = new ResizeObserver(measure)
    observer.observe(grid)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list, measure])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a row's height decides all positions
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight, columns])
  useScrollRestoration(layout)

  if (!layout) return null
  const shown = virtualizer.getVirtualItems()
  const startRow = shown[0]?.index ?? 0
  const endRow = (shown.at(-1)?.index ?? -1) + 1
  const style: CSSProperties = { height: rows * rowHeight - gap, paddingTop: startRow * rowHeight }
  const placeholder: CSSProperties = { minHeight: rowHeight - gap }
  return { start: startRow * columns, end: endRow * columns, style, placeholder, measure }
}

function layoutOf(grid: HTMLElement): GridLayout | undefined {
  // A placeholder has no natural height.
  const card = grid.querySelector('li:not([aria-hidden])')
  if (!card) return undefined
  const { gridTemplateColumns, rowGap } = getComputedStyle(grid)
  const gap = Number.parseFloat(rowGap)
  return {
    columns: gridTemplateColumns.split(' ').length,
    rowHeight: card.getBoundingClientRect().height + gap,
    gap,
    top: grid.getBoundingClientRect().top + window.scrollY,
  }
}

function isSame(a: GridLayout, b: GridLayout): boolean {
  return a.columns === b.columns && Math.abs(a.rowHeight - b.rowHeight) < 0.5 && Math.abs(a.top - b.top) < 1
}

/** Restores the scroll position after a reload, a rotation or a resize. */
function useScrollRestoration(layout: GridLayout | undefined): void {
  const { key } = useLocation()
  const before = useRef<GridLayout>(undefined)
  const isRendered = useRef(layout === undefined)
  useLayoutEffect(() => {
    if (!layout) return
    const { top, columns, rowHeight } = layout
    const last = before.current
    before.current = layout
    if (last && last.columns !== columns) {
      const item = Math.floor((window.scrollY - last.top) / last.rowHeight) * last.columns
      if (item > 0) window.scrollTo(0, top + Math.floor(item / columns) * rowHeight)
    }
    if (last || !isRendered.current) return
    const y = wasOpenBefore() ? storedScrollPosition(key) : undefined
    if (y !== undefined) window.scrollTo(0, y)
  }, [layout, key])
}

function wasOpenBefore(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload' || entry?.type === 'back_forward'
}
