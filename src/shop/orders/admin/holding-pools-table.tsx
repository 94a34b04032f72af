import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { Button } from '#ui/button.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import type { HoldingPool } from './held-stock-json.server.ts'

/** Lists what buyers who never paid hold together, by network and mail domain. */
export function HoldingPoolsTable({
  pools,
  onCancel,
}: {
  pools: HoldingPool[]
  onCancel: (pool: HoldingPool) => void
}) {
  return (
    <ResponsiveTable
      columns={[
        'New customers of',
        { name: 'Unpaid orders', className: 'col-number' },
        { name: 'Pieces', className: 'col-number' },
        { name: 'Value', className: 'col-number' },
        'Buyers',
        { name: 'Actions', className: 'col-actions' },
      ]}
      className="held-stock held-stock-pools"
    >
      {pools.map((held) => (
        <tr key={held.pool}>
          <th scope="row" id={held.pool.replaceAll(' ', '-')}>
            {held.pool}
          </th>
          <td data-label="Orders" className="col-number">
            {held.orders.toLocaleString('en-US')}
          </td>
          <td data-label="Pieces" className="col-number">
            {held.pieces.toLocaleString('en-US')}
          </td>
          <td data-label="Value" className="col-number">
            {formatDollars(dollarsToCents(held.dollars))}
          </td>
          <td data-label="Buyers" className="held-until">
            {held.buyers.toLocaleString('en-US')}
          </td>
          <td className="col-actions">
            <div className="table-actions">
              <Button
                variant="danger"
                aria-describedby={held.pool.replaceAll(' ', '-')}
                onClick={() => onCancel(held)}
              >
                Cancel <span className="held-whose">all of them</span>
              </Button>
            </div>
          </td>
        </tr>
      ))}
    </ResponsiveTable>
  )
}
