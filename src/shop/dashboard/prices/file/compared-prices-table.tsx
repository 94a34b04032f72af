import { useState } from 'react'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { countsText, stateNames } from '#shop/imports/page/import-texts.ts'
import type { ComparedPrices } from '#shop/price-file/read-price-file.server.ts'
import { type RowState, rowStates } from '#shop/tables/row-states.ts'
import { Button } from '#ui/button.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { RowPager, SHOWN } from './row-pager.tsx'

type Compared = ComparedPrices['compared'][number]

/** What the rows of a file do to a price list, those of one state at a time. */
export function ComparedPricesTable({ compared }: { compared: Compared[] }) {
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
  const shown = rows.slice(start, start + SHOWN)
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
      <ResponsiveTable
        className="import-rows"
        columns={[
          { name: 'Row', className: 'import-number' },
          'SKU or category',
          { name: 'From', className: 'col-quantity' },
          'Changes',
        ]}
      >
        {shown.map((row) => (
          <tr key={row.row}>
            <td data-label="Row" className="import-number">
              {row.row.toLocaleString('en-US')}
            </td>
            <th scope="row">{row.target}</th>
            <td data-label="From">{row.minQuantity.toLocaleString('en-US')}</td>
            <td data-label="Changes">{effectOf(row)}</td>
          </tr>
        ))}
      </ResponsiveTable>
      <RowPager start={start} count={rows.length} onStart={setStart} />
    </>
  )
}

function effectOf(row: Compared): string {
  if (row.state === 'refused') return row.reasons.join(' ')
  if (row.isStale && row.from)
    return `${priceTextOf(row)}; stays ${priceTextOf(row.from)}, which changed after the file`
  const text =
    row.state === 'changed' && row.from
      ? `${priceTextOf(row.from)} → ${priceTextOf(row)}`
      : priceTextOf(row)
  return row.warnings.length > 0 ? `${text}: far from the base price` : text
}

function priceTextOf({ perPrice, percent }: Pick<Compared, 'perPrice' | 'percent'>): string {
  if (percent !== undefined) return `${percent} % off`
  return perPrice === undefined ? '' : formatDollars(dollarsToCents(perPrice))
}
