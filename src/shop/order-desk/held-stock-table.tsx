import type { ReactNode } from 'react'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { Button } from '#ui/button.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'

type Held = { orders: number; pieces: number; dollars: number }

type HeldStockTableProps<Row extends Held> = {
  /** The names of the first and of the last column. */
  columns: [first: string, last: string]
  className: string
  rows: Row[]
  /** Who holds the stock of a row. */
  head: (row: Row) => { id: string; text: ReactNode }
  last: { label: string; of: (row: Row) => ReactNode }
  /** What the button of a row cancels. */
  cancels: string
  onCancel: (row: Row) => void
}

/** Lists who holds stock in unpaid orders, with a button that cancels these. */
export function HeldStockTable<Row extends Held>(props: HeldStockTableProps<Row>) {
  const { columns, className, rows, head, last, cancels, onCancel } = props
  return (
    <ResponsiveTable
      columns={[
        columns[0],
        { name: 'Unpaid orders', className: 'col-number' },
        { name: 'Pieces', className: 'col-number' },
        { name: 'Value', className: 'col-number' },
        columns[1],
        { name: 'Actions', className: 'col-actions' },
      ]}
      className={className}
    >
      {rows.map((row) => {
        const { id, text } = head(row)
        return (
          <tr key={id}>
            <th scope="row" id={id}>
              {text}
            </th>
            <td data-label="Orders" className="col-number">
              {row.orders.toLocaleString('en-US')}
            </td>
            <td data-label="Pieces" className="col-number">
              {row.pieces.toLocaleString('en-US')}
            </td>
            <td data-label="Value" className="col-number">
              {formatDollars(dollarsToCents(row.dollars))}
            </td>
            <td data-label={last.label} className="held-until">
              {last.of(row)}
            </td>
            <td className="col-actions">
              <div className="table-actions">
                <Button variant="danger" aria-describedby={id} onClick={() => onCancel(row)}>
                  Cancel <span className="held-whose">{cancels}</span>
                </Button>
              </div>
            </td>
          </tr>
        )
      })}
    </ResponsiveTable>
  )
}
