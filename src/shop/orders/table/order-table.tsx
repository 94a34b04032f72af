import { useState } from 'react'
import { CancelDialog } from '#shop/orders/cancel/cancel-dialog.tsx'
import { useCancelProgress } from '#shop/orders/cancel/use-cancel-progress.ts'
import type { Order, OrderLine } from '#shop/orders/order.ts'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import type { Selection } from '#web/lists/list-selection.tsx'
import { type OrderColumn, OrderRow, orderColumns, type RowPanel } from './order-row.tsx'

/** The columns of the lists of orders: of all buyers, one's own, and those of one customer. */
const columnSets = {
  desk: ['number', 'date', 'product', 'buyer', 'quantity', 'total', 'payment', 'actions'],
  own: ['number', 'date', 'product', 'po', 'quantity', 'total', 'payment', 'actions'],
  customer: ['number', 'date', 'product', 'po', 'total', 'payment'],
} as const satisfies Record<string, readonly OrderColumn[]>

const classNames = {
  desk: 'order-table manage-orders',
  own: 'order-table my-orders',
  customer: 'order-table customer-orders',
}

type OrderTableProps = {
  orders: Order[]
  columns: keyof typeof columnSets
  selection?: Pick<Selection, 'has' | 'toggle'>
  /** The panel that a row opens. */
  panel?: RowPanel
  /** Called after a cancellation, whose row may be gone with the button that had the focus. */
  onCancelled?: () => void
}

/** A page of orders with their lines, and the actions of a buyer or an admin. */
export function OrderTable({ orders, columns, selection, panel, onCancelled }: OrderTableProps) {
  const by = columns === 'own' ? 'buyer' : 'admin'
  const [cancelling, setCancelling] = useState<{ order: Order; lines: OrderLine[] } | null>(null)
  useCancelProgress(orders, by)
  return (
    <>
      <ResponsiveTable
        columns={columnSets[columns].map((column) => orderColumns[column])}
        className={classNames[columns]}
      >
        {orders.map((order) => (
          <OrderRow
            key={order._id}
            order={order}
            by={by}
            columns={columnSets[columns]}
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
          onGone={() => onCancelled?.()}
        />
      )}
    </>
  )
}
