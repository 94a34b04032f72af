import { useId, useState } from 'react'
import { CancelButton } from '#shop/orders/cancel/cancel-button.tsx'
import { AmountCells, OrderCells, PaymentCell } from '#shop/orders/history/order-cells.tsx'
import type { Order } from '#shop/orders/order.ts'
import { RowDetailsCell } from '#ui/lists/row-details-cell.tsx'
import { BuyerName } from './buyer-name.tsx'

/** Anybody's order, as an admin sees it; a paid one can't be deleted (product 4.2). */
export function ManagedOrderRow({ order, onDelete }: { order: Order; onDelete: () => void }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <tr data-open={isOpen || undefined}>
      <OrderCells order={order} id={id} />
      <td data-label="Buyer" className="order-buyer">
        <BuyerName name={order.name} email={order.email} />
      </td>
      <AmountCells order={order} />
      <PaymentCell order={order} />
      <td className="col-actions">
        <div className="table-actions">
          <CancelButton order={order} text="Delete" describedBy={id} onPress={onDelete} />
        </div>
      </td>
      <RowDetailsCell
        of={`order ${order.orderNumber}`}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      />
    </tr>
  )
}
