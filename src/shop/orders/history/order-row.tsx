import { href, Link } from 'react-router'
import { CancelButton } from '#shop/orders/cancel/cancel-button.tsx'
import { lineCan, type OrderLine } from '#shop/orders/order.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import type { OrderSelection } from './order-cells.tsx'
import { OrderTableRow } from './order-table-row.tsx'

type OrderRowProps = { order: OrderLine; onCancel: () => void; selection?: OrderSelection }

/** A row of My Orders: product, quantity, status and actions (product 4.2). */
export function LineRow({ order, onCancel, selection }: OrderRowProps) {
  return (
    <OrderTableRow
      order={order}
      selection={selection}
      actions={(id) => (
        <>
          {order.status !== 'cancelled' && <PayButton order={order} describedBy={id} />}
          {lineCan.cancel(order) && (
            <CancelButton order={order} text="Cancel" describedBy={id} onPress={onCancel} />
          )}
        </>
      )}
    />
  )
}

function PayButton({ order, describedBy }: { order: OrderLine; describedBy: string }) {
  if (!lineCan.pay(order)) {
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
