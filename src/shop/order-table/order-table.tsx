import { useState } from 'react'
import type { Order, OrderLine } from '#shop/orders/order.ts'
import { CancelDialog } from '#shop/orders/page/cancel-dialog.tsx'
import { useCancelProgress } from '#shop/orders/page/use-cancel-progress.ts'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import type { Selection } from '#web/lists/list-selection.tsx'
import { type OrderColumn, orderColumns, type RowPanel } from './order-columns.ts'
import { OrderRow } from './order-row.tsx'

/** The lists of orders: of all buyers, one's own, and those of one customer or company. */
const lists = {
  desk: {
    className: 'order-table manage-orders',
    columns: ['number', 'date', 'product', 'buyer', 'quantity', 'total', 'payment', 'actions'],
  },
  own: {
    className: 'order-table my-orders',
    columns: ['number', 'date', 'product', 'po', 'quantity', 'total', 'payment', 'actions'],
  },
  customer: {
    className: 'order-table customer-orders',
    columns: ['number', 'date', 'product', 'po', 'total', 'payment'],
  },
  company: {
    className: 'order-table customer-orders',
    columns: ['number', 'date', 'product', 'buyer', 'total', 'payment'],
  },
} as const satisfies Record<string, { className: string; columns: readonly OrderColumn[] }>

type OrderTableProps = {
  orders: Order[]
  list: keyof typeof lists
  selection?: Pick<Selection, 'has' | 'toggle'>
  panel?: RowPanel
  /** Called after a cancellation, whose row may be gone with the button that had the focus. */
  onCancelled?: () => void
}

/** A page of orders with their lines, and the actions of a buyer or an admin. */
export function OrderTable({ orders, list, selection, panel, onCancelled }: OrderTableProps) {
  const by = list === 'own' ? 'buyer' : 'admin'
  const { className, columns } = lists[list]
  const [cancelling, setCancelling] = useState<{ order: Order; lines: OrderLine[] } | null>(null)
  useCancelProgress(orders, by)
  return (
    <>
      <ResponsiveTable columns={columns.map((column) => orderColumns[column])} className={className}>
        {orders.map((order) => (
          <OrderRow
            key={order._id}
            order={order}
            by={by}
            columns={columns}
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
