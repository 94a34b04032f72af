import { href, Link } from 'react-router'
import { CancelButton } from '#shop/orders/cancel/cancel-button.tsx'
import { type Order, orderCan } from '#shop/orders/order.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import type { OrderSelection } from './order-cells.tsx'
import { OrderTableRow } from './order-table-row.tsx'

type OrderRowProps = { order: Order; onCancel: () => void; selection?: OrderSelection }

/** A row of My Orders: product, quantity, status and actions (product 4.2). */
export function OrderRow({ order, onCancel, selection }: OrderRowProps) {
  return (
    <OrderTableRow
      order={order}
      selection={selection}
      actions={(id) => (
        <>
          {order.status !== 'cancelled' && <PayButton order={order} describedBy={id} />}
          {orderCan.cancel(order) && (
            <CancelButton order={order} text="Cancel" describedBy={id} onPress={onCancel} />
          )}
        </>
      )}
    />
  )
}

function PayButton({ order, describedBy }: { order: Order; describedBy: string }) {
  if (!orderCan.pay(order)) {
    return (
      <Button variant="quiet" disabled aria-describedby={describedBy}>
        Pay
      </Button>
    )
  }
  return (
    <Link
      to={href('/dashboard/orders/payment/:id', { id: order._id })}
      className={buttonVariant.primary}
      aria-describedby={describedBy}
    >
      Pay
    </Link>
  )
}
