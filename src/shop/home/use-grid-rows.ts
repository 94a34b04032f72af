import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { storedScrollPosition } from '#ui/scroll-positions.ts'
import { useHydrated } from '#ui/use-hydrated.ts'

/** What a grid of cards of one height looks like: heights in CSS pixels, a row's with its gap. */
type GridLayout = { columns: number; rowHeight: number; gap: number; top: number }

// Going back finds the list as tall as it was, before anything is measured.
let lastLayout: GridLayout | undefined

/**
 * Which items of a grid are near the screen, from `start` to before `end`, the style that keeps the
 * room of all others, and that of one that has not come yet; null in the server's HTML.
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
    // Known before the first look at the screen: some row is there to be measured.
    ...(isHydrated && { initialRect: { width: window.innerWidth, height: window.innerHeight } }),
  })

  useLayoutEffect(() => {
    const grid = list.current
    if (!grid) return
    const measure = () => {
      const now = layoutOf(grid)
      if (!now) return
      lastLayout = now
      setMeasured((before) => (before && isSame(before, now) ? before : now))
    }
    measure()
    // What stands above the list moves it without changing its size.
    const observer = new ResizeObserver(measure)
    observer.observe(grid)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a row's height decides all positions
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight, columns])
  useKeptPlace(layout)

  if (!layout) return null
  const shown = virtualizer.getVirtualItems()
  const startRow = shown[0]?.index ?? 0
  const endRow = (shown.at(-1)?.index ?? -1) + 1
  const style: CSSProperties = {
    height: rows * rowHeight - gap,
    paddingTop: startRow * rowHeight,
  }
  const place: CSSProperties = { minHeight: rowHeight - gap }
  return { start: startRow * columns, end: endRow * columns, style, place }
}

function layoutOf(grid: HTMLElement): GridLayout | undefined {
  // The place of an item that has not come yet tells nothing.
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

function isSame(one: GridLayout, other: GridLayout): boolean {
  return (
    one.columns === other.columns &&
    Math.abs(one.rowHeight - other.rowHeight) < 0.5 &&
    Math.abs(one.top - other.top) < 1
  )
}

/** Keeps the reader's place: after a reload, and when the screen turns or the window is resized. */
function useKeptPlace(layout: GridLayout | undefined): void {
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
