import { useEffect, useRef, useState } from 'react'
import { RowPager, SHOWN } from '#shop/compared-files/compared-rows.tsx'
import type { DraftList } from '#shop/prices/admin/draft-prices.ts'
import type { EditedRow } from '#shop/prices/admin/edited-rows.ts'
import { gridLines } from '#shop/prices/admin/grid-lines.ts'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { FamilyRow, PriceGridRow } from './price-grid-row.tsx'
import type { PriceRowsState } from './use-price-rows.ts'

/** A list of so many rows is shown with its families open. */
const FEW_ROWS = 40

const columns = [
  'Tool or category',
  { name: 'Base', className: 'col-number', width: '4.5rem' },
  { name: 'From', className: 'col-number', width: '4rem' },
  { name: 'Price or %', className: 'col-number', width: '5.25rem' },
  { name: 'Net', className: 'col-number', width: '4.5rem' },
  { name: 'To base', className: 'col-number', width: '4.75rem' },
  { name: 'Paid now', className: 'col-number', width: '4.75rem' },
  { name: 'Actions', className: 'col-actions', width: '6.25rem' },
]

type PriceGridProps = {
  list: DraftList
  state: PriceRowsState
  /** The row to show and to focus. */
  wanted: { key: number } | null
  onWant: (key: number) => void
  onFocus: (row: EditedRow) => void
}

export function PriceGrid({ list, state, wanted, onWant, onFocus }: PriceGridProps) {
  const { tools, errorOf } = state
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [beginsOpen] = useState(list.rows.length <= FEW_ROWS)
  const lines = gridLines(list, {
    tools,
    // What is to be corrected is to be seen.
    isOpen: (family, rows) =>
      toggled.has(family) !== beginsOpen ||
      rows.some((row) => errorOf(row) !== undefined || row.key === wanted?.key),
  })
  const [start, setStart] = useState(0)
  const [shown, setShown] = useState(wanted)
  if (wanted !== shown) {
    const at = lines.findIndex(({ key }) => key === `${wanted?.key}`)
    setShown(wanted)
    if (at >= 0) setStart(at - (at % SHOWN))
  }
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What is missing: the tool, the quantity, or else the price.
    const cells = ['[name=name]', '[name=from][value=""]', '[name=price]']
    const found = cells.map((cell) =>
      grid.current?.querySelector<HTMLElement>(`[data-row="${wanted?.key}"] ${cell}`),
    )
    found.find(Boolean)?.focus()
  }, [wanted])
  const toggle = (family: string) => {
    const next = new Set(toggled)
    if (!next.delete(family)) next.add(family)
    setToggled(next)
  }
  const first = start < lines.length ? start : 0
  return (
    <div ref={grid}>
      <ResponsiveTable className="price-rows" columns={columns}>
        {lines
          .slice(first, first + SHOWN)
          .map((line) =>
            line.kind === 'family' ? (
              <FamilyRow
                key={line.key}
                line={line}
                columns={columns.length}
                onToggle={() => toggle(line.family)}
              />
            ) : (
              <PriceGridRow key={line.key} line={line} state={state} onWant={onWant} onFocus={onFocus} />
            ),
          )}
      </ResponsiveTable>
      <RowPager start={first} count={lines.length} onStart={setStart} />
    </div>
  )
}
