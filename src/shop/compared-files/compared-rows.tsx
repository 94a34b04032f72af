import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/lists/responsive-table.tsx'
import { countsText, type RowCounts, type RowState, rowStates, stateNames } from './row-states.ts'

/** So many rows are shown at once: a list may have thousands. */
export const SHOWN = 100

export type ComparedRow = { row: number; state: RowState; reasons: string[]; cells: string[] }

type ComparedRowsProps<Row> = {
  compared: Row[]
  /** Between the number of a row and what it does. */
  columns: Column<Row>[]
  effectOf: (row: Row) => string
}

/** What the rows of a file do, those of one state at a time. */
export function ComparedRows<Row extends ComparedRow>(props: ComparedRowsProps<Row>) {
  const { compared, columns, effectOf } = props
  const byState = Map.groupBy(compared, ({ state }) => state)
  const counted = (state: RowState) => byState.get(state)?.length ?? 0
  const counts = Object.fromEntries(rowStates.map((state) => [state, counted(state)])) as RowCounts
  const first = (['refused', 'changed', 'new', 'unchanged'] as const).find(counted)
  const [chosen, setChosen] = useState<RowState | null>(null)
  const [start, setStart] = useState(0)
  const state = chosen !== null && counted(chosen) > 0 ? chosen : first
  if (!state) return null
  const rows = byState.get(state) ?? []
  return (
    <>
      <p role="status">Compared: {countsText(counts)}. Nothing is changed yet.</p>
      <p className="buttons gap-12 mt-12">
        {rowStates
          .filter((state) => counted(state) > 0)
          .map((choice) => (
            <Button
              key={choice}
              variant={choice === state ? 'primary' : 'quiet'}
              aria-pressed={choice === state}
              onClick={() => {
                setChosen(choice)
                setStart(0)
              }}
            >
              {stateNames[choice]} {counted(choice).toLocaleString('en-US')}
            </Button>
          ))}
      </p>
      <DataTable
        className="import-rows wrapped-cells"
        rows={rows.slice(start, start + SHOWN)}
        keyOf={({ row }) => String(row)}
        columns={[
          { head: 'Row', className: 'import-number', cell: ({ row }) => row },
          ...columns,
          {
            head: 'Changes',
            label: '',
            cell: (row) => (row.state === 'refused' ? row.reasons.join(' ') : effectOf(row)),
          },
        ]}
      />
      <RowPager start={start} count={rows.length} onStart={setStart} />
    </>
  )
}

type RowPagerProps = { start: number; count: number; onStart: (start: number) => void }

/** Goes through many rows that are all in the browser; nothing for few. */
export function RowPager({ start, count, onStart }: RowPagerProps) {
  if (count <= SHOWN) return null
  return (
    <p className="buttons gap-12 mt-12">
      <Button variant="quiet" disabled={start === 0} onClick={() => onStart(start - SHOWN)}>
        Previous rows
      </Button>
      Rows {start + 1} to {Math.min(start + SHOWN, count)} of {count.toLocaleString('en-US')}
      <Button variant="quiet" disabled={start + SHOWN >= count} onClick={() => onStart(start + SHOWN)}>
        Next rows
      </Button>
    </p>
  )
}
