import { useId, useState } from 'react'
import { href, Link } from 'react-router'
import { CancelButton } from '#shop/orders/cancel/cancel-button.tsx'
import { type Order, orderCan } from '#shop/orders/order.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { RowDetailsCell } from '#ui/lists/row-details-cell.tsx'
import { AmountCells, OrderCells, PaymentCell } from './order-cells.tsx'

/** One of my orders: what, how much, its status, and what can be done with it (product 4.2). */
export function OrderRow({ order, onCancel }: { order: Order; onCancel: () => void }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <tr data-open={isOpen || undefined}>
      <OrderCells order={order} id={id} />
      <AmountCells order={order} />
      <PaymentCell order={order} />
      <td className="col-actions">
        <div className="table-actions">
          {order.status === 'cancelled' ? null : orderCan.pay(order) ? (
            <Link
              to={href('/dashboard/orders/payment/:id', { id: order._id })}
              className={buttonVariant.primary}
              aria-describedby={id}
            >
              Pay
            </Link>
          ) : (
            <Button variant="quiet" disabled aria-describedby={id}>
              Pay
            </Button>
          )}
          {orderCan.cancel(order) && (
            <CancelButton order={order} text="Cancel" describedBy={id} onPress={onCancel} />
          )}
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
