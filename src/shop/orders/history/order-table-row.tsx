import { type ReactNode, useId, useState } from 'react'
import type { OrderLine } from '#shop/orders/order.ts'
import { RowDetailsCell } from '#ui/lists/row-details-cell.tsx'
import { AmountCells, OrderCells, type OrderSelection, PaymentCell } from './order-cells.tsx'

type OrderTableRowProps = {
  order: OrderLine
  /** Adds a checkbox to the row. */
  selection?: OrderSelection | undefined
  /** The buyer's cell, in lists of all orders. */
  buyer?: ReactNode
  /** The actions for the order; `id` is that of the cell that names it. */
  actions: (id: string) => ReactNode
}

/** An order in a table; on phones, tapping it shows the details. */
export function OrderTableRow({ order, selection, buyer, actions }: OrderTableRowProps) {
  const id = useId()
  const { sku, poNumber } = order
  const note = poNumber ? `${sku} · PO: ${poNumber}` : sku
  const [isOpen, setOpen] = useState(false)
  return (
    <tr data-open={isOpen || undefined}>
      <OrderCells order={order} id={id} note={note} selection={selection} />
      {buyer}
      <AmountCells order={order} />
      <PaymentCell order={order} />
      <td className="col-actions">
        <div className="table-actions">{actions(id)}</div>
      </td>
      <RowDetailsCell
        of={`order ${order.orderNumber}`}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      />
    </tr>
  )
}
