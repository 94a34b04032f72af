import { useId, useState } from 'react'
import { AmountCells, OrderCells, PaymentCell } from '#shop/orders/history/order-cells.tsx'
import { type Order, orderCan } from '#shop/orders/order.ts'
import { Button } from '#ui/button.tsx'
import { CopyableText } from '#ui/lists/copyable-text.tsx'
import { RowDetailsCell } from '#ui/lists/row-details-cell.tsx'

/** Anybody's order, as an admin sees it; a paid one can't be deleted (product 4.2). */
export function ManagedOrderRow({ order, onDelete }: { order: Order; onDelete: () => void }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { name, email } = order
  return (
    <tr data-open={isOpen || undefined}>
      <OrderCells order={order} id={id} />
      <td data-label="Buyer" className="order-buyer">
        <span className="order-buyer-parts">
          <span className="order-buyer-name" title={name}>
            {name}
          </span>
          <CopyableText text={email} label="e-mail" title={`${name}, ${email}`} />
        </span>
      </td>
      <AmountCells order={order} />
      <PaymentCell order={order} />
      <td className="col-actions">
        <div className="table-actions">
          <Button
            variant="danger"
            disabled={!orderCan.cancel(order)}
            busy={order.status === 'cancelling'}
            aria-describedby={id}
            onClick={onDelete}
          >
            {order.status === 'cancelling' ? 'Cancelling…' : 'Delete'}
          </Button>
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
