import type { OrderDetails, OrderLine } from '#shop/orders/order.ts'
import { lastCancelledAt, lastPaidAt, transactionsOf } from '#shop/orders/order-contents.ts'
import { OrderStatusBadge } from '#shop/orders/order-status-badge.tsx'
import { addressLines } from '#shop/orders/shipping-address.ts'
import { DateTime } from '#ui/date-time.tsx'
import { Fact } from '#ui/fact.tsx'
import { useSite } from '#web/page-head.tsx'
import { OrderLines } from './order-lines.tsx'

type OrderSheetProps = {
  order: OrderDetails
  by: 'buyer' | 'admin'
  /** Asks whether to cancel a line of an order that has others. */
  onCancel: (line: OrderLine) => void
}

/** An order as it is printed: who, where to, its lines and what they cost. */
export function OrderSheet({ order, by, onCancel }: OrderSheetProps) {
  const site = useSite()
  const transactions = transactionsOf(order)
  const paidAt = lastPaidAt(order)
  const cancelledAt = order.status === 'cancelled' && lastCancelledAt(order)
  return (
    <article className="order-sheet">
      <header>
        <p className="order-shop">
          {site?.name} <span>{site && new URL(site.publicUrl).host}</span>
        </p>
        <h1>Order</h1>
      </header>
      <dl className="order-facts">
        <Fact term="Order">
          <span id="order-number" tabIndex={-1}>
            {order.number}
          </span>
        </Fact>
        <Fact term="Ordered">
          <DateTime iso={order.placedAt} />
        </Fact>
        <Fact term="Buyer">
          {order.name}
          <br />
          {order.email}
        </Fact>
        <Fact term="Ship to">
          <ShipTo order={order} />
        </Fact>
        {order.poNumber && <Fact term="PO number">{order.poNumber}</Fact>}
        <Fact term="Payment status">
          <OrderStatusBadge status={order.status} />
        </Fact>
        {order.heldUntil && (
          <Fact term="Held until">
            <DateTime iso={order.heldUntil} />
          </Fact>
        )}
        {paidAt && (
          <Fact term="Paid">
            <DateTime iso={paidAt} />
          </Fact>
        )}
        {cancelledAt && (
          <Fact term="Cancelled">
            <DateTime iso={cancelledAt} />
          </Fact>
        )}
        {transactions.length > 0 && (
          <Fact term={transactions.length === 1 ? 'Transaction' : 'Transactions'}>
            {transactions.join(', ')}
          </Fact>
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
