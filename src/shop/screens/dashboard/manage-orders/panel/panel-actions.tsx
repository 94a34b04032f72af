import { useId } from 'react'
import { href, Link } from 'react-router'
import { CancelButton } from '#shop/orders/cancel/cancel-button.tsx'
import type { Order, OrderDetails } from '#shop/orders/order.ts'
import { OrderStatusBadge, RefundedNote } from '#shop/orders/order-status-badge.tsx'
import { PackLink } from '#shop/pieces/pack-link.tsx'
import { ShippingBadge } from '#shop/pieces/shipping-badge.tsx'
import { buttonVariant } from '#ui/button.tsx'

type PanelActionsProps = {
  order: Order
  /** Undefined until they are loaded. */
  details: OrderDetails | undefined
  onDelete: () => void
}

/** The states of an order, and what an admin may do with it; further actions join the row. */
export function PanelActions({ order, details, onDelete }: PanelActionsProps) {
  const id = useId()
  const isBlocked = order.address === ''
  return (
    <div>
      <p className="buttons" id={id}>
        <OrderStatusBadge status={order.status} />
        <RefundedNote order={order} />
        <ShippingBadge state={details?.shipping} />
        {isBlocked && (
          <span className="status-badge status-badge-warning">Blocked: no address</span>
        )}
      </p>
      <div className="order-panel-actions buttons">
        <PackLink order={order} toShip={details?.toShip ?? 0} />
        <CancelButton lines={order.lines} text="Delete" describedBy={id} onPress={onDelete} />
        <Link
          to={href('/dashboard/orders/:id', { id: order.number })}
          className={buttonVariant.quiet}
        >
          Order page
        </Link>
      </div>
    </div>
  )
}
