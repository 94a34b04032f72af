import { useState } from 'react'
import { CancelDialog } from '#shop/orders/cancel/cancel-dialog.tsx'
import { useCancelProgress } from '#shop/orders/cancel/use-cancel-progress.ts'
import type { Order, OrderLine } from '#shop/orders/order.ts'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import type { OrderSelection } from './order-cells.tsx'
import { OrderRow, type RowPanel } from './order-row.tsx'

const columnsOf = (by: 'buyer' | 'admin') => [
  { name: 'Order', className: 'order-number' },
  { name: 'Date', className: 'order-date' },
  { name: 'Product', className: 'order-product' },
  by === 'admin'
    ? { name: 'Buyer', className: 'order-buyer' }
    : { name: 'PO number', className: 'order-po' },
  { name: 'Qty', className: 'col-number order-quantity' },
  { name: 'Total', className: 'col-number order-total' },
  { name: 'Payment status', className: 'order-payment' },
  { name: 'Actions', className: 'col-actions' },
]

type OrderTableProps = {
  orders: Order[]
  by: 'buyer' | 'admin'
  selection?: OrderSelection
  /** The panel that a row opens. */
  panel?: RowPanel
  /** Called after a cancellation, whose row may be gone with the button that had the focus. */
  onCancelled: () => void
}

/** A page of orders with their lines, and the actions of a buyer or an admin. */
export function OrderTable({ orders, by, selection, panel, onCancelled }: OrderTableProps) {
  const [cancelling, setCancelling] = useState<{ order: Order; lines: OrderLine[] } | null>(null)
  useCancelProgress(orders, by)
  return (
    <>
      <ResponsiveTable
        columns={columnsOf(by)}
        className={`order-table ${by === 'admin' ? 'manage-orders' : 'my-orders'}`}
      >
        {orders.map((order) => (
          <OrderRow
            key={order._id}
            order={order}
            by={by}
            selection={selection}
            panel={panel}
            onCancel={(lines) => setCancelling({ order, lines })}
          />
        ))}
      </ResponsiveTable>
      {cancelling && (
        <CancelDialog
          {...cancelling}
          by={by}
          onClosed={() => setCancelling(null)}
          onGone={onCancelled}
        />
      )}
    </>
  )
}
