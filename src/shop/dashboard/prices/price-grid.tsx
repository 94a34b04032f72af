import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DraftList } from '#shop/prices/admin/draft-prices.ts'
import { gridLines } from '#shop/prices/admin/grid-lines.ts'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { FamilyRow, PriceGridRow } from './price-grid-row.tsx'
import type { PriceRowsState } from './use-price-rows.ts'

/** A list of so many rows is shown with its families open. */
const FEW_ROWS = 40
const PHONE = 640

const columns = [
  'Tool or category',
  { name: 'Base', className: 'col-number', width: '4.5rem' },
  { name: 'From', className: 'col-number', width: '4rem' },
  { name: 'Price or %', className: 'col-number', width: '5.25rem' },
  { name: 'Net', className: 'col-number', width: '4.5rem' },
  { name: 'To base', className: 'col-number', width: '4.75rem' },
  { name: 'Paid now', className: 'col-number', width: '4.75rem' },
  { name: 'Actions', className: 'col-actions', width: '4.75rem' },
]

type PriceGridProps = {
  list: DraftList
  state: PriceRowsState
  /** The names of categories by slug. */
  categories: ReadonlyMap<string, string>
  /** The row to scroll to and to focus. */
  wanted: { key: number } | null
  onWant: (key: number) => void
  onFocus: (key: number) => void
}

/** The rows of a list, of which those near the screen are rendered. */
export function PriceGrid({ list, state, categories, wanted, onWant, onFocus }: PriceGridProps) {
  const { tools, errorOf } = state
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [beginsOpen] = useState(list.rows.length <= FEW_ROWS)
  const lines = gridLines(list, {
    tools,
    // What is new, or to be corrected, is to be seen.
    isOpen: (family, rows) =>
      rows.some((row) => errorOf(row) !== undefined || row.key === wanted?.key) ||
      toggled.has(family) !== (beginsOpen || rows.some(({ was }) => !was)),
  })
  const grid = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop((grid.current?.getBoundingClientRect().top ?? 0) + scrollY)
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => (innerWidth < PHONE ? 77 : 49),
    getItemKey: (index) => lines[index]?.key ?? index,
    scrollMargin: top,
    overscan: 8,
    initialRect: { width: innerWidth, height: innerHeight },
  })
  const at = lines.findIndex(({ key }) => key === String(wanted?.key))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each wish, not when rows move
  useEffect(() => {
    if (!wanted || at < 0) return
    virtualizer.scrollToIndex(at, { align: 'auto' })
    // It is rendered after the scroll.
    const frame = requestAnimationFrame(() => {
      const row = `[data-row="${wanted.key}"] `
      // What is missing: the tool, the quantity, or else the price.
      const cells = ['[name=name]', '[name=from][value=""]', '[name=price]']
      const found = cells.map((cell) => grid.current?.querySelector<HTMLElement>(row + cell))
      found.find(Boolean)?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted])

  const items = virtualizer.getVirtualItems()
  const before = (items[0]?.start ?? top) - top
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  const place = (index: number) => {
    return { ref: virtualizer.measureElement, 'data-index': index, 'aria-rowindex': index + 2 }
  }
  return (
    <div ref={grid}>
      <ResponsiveTable className="price-rows" columns={columns} rowCount={lines.length + 1}>
        <Space height={before} />
        {items.map(({ index, key }) => {
          const line = lines[index]
          if (line?.kind === 'family') {
            const { family } = line
            const others = [...toggled].filter((other) => other !== family)
            const now = others.length === toggled.size ? [...others, family] : others
            return (
              <FamilyRow
                key={key}
                place={place(index)}
                line={line}
                columns={columns.length}
                onToggle={() => setToggled(new Set(now))}
              />
            )
          }
          return (
            line && (
              <PriceGridRow
                key={key}
                place={place(index)}
                line={line}
                state={state}
                categories={categories}
                onWant={onWant}
                onFocus={onFocus}
              />
            )
          )
        })}
        <Space height={after} />
      </ResponsiveTable>
    </div>
  )
}

/** Keeps the room of the rows that are not rendered. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden className="price-rows-space">
      <td colSpan={columns.length} style={{ height }} />
    </tr>
  )
}
