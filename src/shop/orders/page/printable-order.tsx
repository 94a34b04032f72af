import type { OrderDetails, OrderLine } from '#shop/orders/order.ts'
import { lastCancelledAt, lastPaidAt, transactionsOf } from '#shop/orders/order-contents.ts'
import { OrderStatusBadge } from '#shop/orders/order-status-badge.tsx'
import { addressLines } from '#shop/orders/shipping-address.ts'
import { DateTime } from '#ui/date-time.tsx'
import { DescriptionItem } from '#ui/description-item.tsx'
import { useSite } from '#web/page-head.tsx'
import { OrderLines } from './order-lines.tsx'

type PrintableOrderProps = {
  order: OrderDetails
  by: 'buyer' | 'admin'
  /** Asks whether to cancel a line of an order that has others. */
  onCancel: (line: OrderLine) => void
}

/** The printable part of an order: buyer, shipping address, lines and totals. */
export function PrintableOrder({ order, by, onCancel }: PrintableOrderProps) {
  const site = useSite()
  const transactions = transactionsOf(order)
  const paidAt = lastPaidAt(order)
  const cancelledAt = order.status === 'cancelled' && lastCancelledAt(order)
  return (
    <article className="printable-order">
      <header>
        <p className="order-shop">
          {site?.name} <span>{site && new URL(site.publicUrl).host}</span>
        </p>
        <h1>Order</h1>
      </header>
      <dl className="order-details">
        <DescriptionItem term="Order">
          <span id="order-number" tabIndex={-1}>
            {order.number}
          </span>
        </DescriptionItem>
        <DescriptionItem term="Ordered">
          <DateTime iso={order.placedAt} />
        </DescriptionItem>
        <DescriptionItem term="Buyer">
          {order.name}
          <br />
          {order.email}
        </DescriptionItem>
        <DescriptionItem term="Ship to">
          <ShipTo order={order} />
        </DescriptionItem>
        {order.poNumber && <DescriptionItem term="PO number">{order.poNumber}</DescriptionItem>}
        <DescriptionItem term="Payment status">
          <OrderStatusBadge status={order.status} />
        </DescriptionItem>
        {order.heldUntil && (
          <DescriptionItem term="Held until">
            <DateTime iso={order.heldUntil} />
          </DescriptionItem>
        )}
        {paidAt && (
          <DescriptionItem term="Paid">
            <DateTime iso={paidAt} />
          </DescriptionItem>
        )}
        {cancelledAt && (
          <DescriptionItem term="Cancelled">
            <DateTime iso={cancelledAt} />
          </DescriptionItem>
        )}
        {transactions.length > 0 && (
          <DescriptionItem term={transactions.length === 1 ? 'Transaction' : 'Transactions'}>
            {transactions.join(', ')}
          </DescriptionItem>
        )}
      </dl>
      <OrderLines order={order} by={by} onCancel={onCancel} />
    </article>
  )
}

function ShipTo({ order: { address, shippingAddress } }: { order: OrderDetails }) {
  if (!shippingAddress) return address
  const lines = [shippingAddress.name, ...addressLines(shippingAddress)]
  return <span className="order-address">{lines.join('\n')}</span>
}
