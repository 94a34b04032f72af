import { useId } from 'react'
import { Link } from 'react-router'
import { Button, buttonVariant } from '#ui/button.tsx'
import { type Order, orderCan } from './order.ts'
import { AmountCells, PaymentCell, ProductCell } from './order-cells.tsx'

/** One of my orders: what, how much, where it stands, and what can be done with it (spec 4). */
export function OrderRow({ order, onCancel }: { order: Order; onCancel: () => void }) {
  const id = useId()
  return (
    <tr>
      <ProductCell order={order} id={id} />
      <AmountCells order={order} />
      <PaymentCell order={order} />
      <td>
        <div className="table-actions">
          {order.status === 'cancelled' ? null : orderCan.pay(order) ? (
            <Link
              to={`/dashboard/orders/payment/${order._id}`}
              className={buttonVariant.primary}
              aria-describedby={id}
            >
              Pay
            </Link>
          ) : (
            <Button disabled aria-describedby={id}>
              Pay
            </Button>
          )}
          {orderCan.cancel(order) && (
            <Button variant="danger" aria-describedby={id} onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}
