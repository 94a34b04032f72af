import { useId } from 'react'
import { type Order, orderCan } from '#shop/orders/order.ts'
import { AmountCells, PaymentCell, ProductCell } from '#shop/orders/order-cells.tsx'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'

/** Anybody's order, as an admin sees it; a paid one can't be deleted (spec 4). */
export function ManagedOrderRow({ order, onDelete }: { order: Order; onDelete: () => void }) {
  const id = useId()
  return (
    <tr>
      <ProductCell order={order} id={id} />
      <td data-label="Buyer">
        <span className="order-buyer">
          {order.name} <span className="order-email">{order.email}</span>
        </span>
      </td>
      <AmountCells order={order} />
      <td data-label="When">
        <DateTime iso={order.createdAt} />
      </td>
      <PaymentCell order={order} />
      <td>
        <div className="table-actions">
          <Button
            variant="danger"
            disabled={!orderCan.cancel(order)}
            aria-describedby={id}
            onClick={onDelete}
          >
            Delete
          </Button>
        </div>
      </td>
    </tr>
  )
}
