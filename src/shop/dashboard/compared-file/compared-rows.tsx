import { useState } from 'react'
import { countsText, stateNames } from '#shop/imports/page/import-texts.ts'
import { type RowState, rowStates } from '#shop/tables/row-states.ts'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/lists/responsive-table.tsx'
import { RowPager, SHOWN } from './row-pager.tsx'

/** A row of a file that was compared. */
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
  const counts = {
    new: counted('new'),
    changed: counted('changed'),
    unchanged: counted('unchanged'),
    refused: counted('refused'),
  }
  const first = (['refused', 'changed', 'new', 'unchanged'] as const).find(counted)
  const [chosen, setChosen] = useState<RowState | null>(null)
  const [start, setStart] = useState(0)
  const state = chosen !== null && counted(chosen) > 0 ? chosen : first
  if (!state) return null
  const rows = byState.get(state) ?? []
  return (
    <>
      <p role="status">Compared: {countsText(counts)}. Nothing is changed yet.</p>
      <p className="price-rows-buttons">
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
        className="import-rows"
        rows={rows.slice(start, start + SHOWN)}
        keyOf={({ row }) => String(row)}
        columns={[
          {
            head: 'Row',
            className: 'import-number',
            cell: ({ row }) => row.toLocaleString('en-US'),
          },
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
