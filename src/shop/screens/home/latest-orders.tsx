import { useId } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { Order } from '#shop/orders/order.ts'
import { contentsText, isOfSeveral, payableLines, paymentPath } from '#shop/orders/order-contents.ts'
import { OrderBadges } from '#shop/orders/order-status-badge.tsx'
import { buttonVariant } from '#ui/button.tsx'

/** The current user's latest orders, above the products; a purchase ends on this page. */
export function LatestOrders({ orders }: { orders: Order[] }) {
  return (
    <section className="latest-orders stack surface" aria-labelledby="latest-orders">
      <h2 className="text-18" id="latest-orders">
        Your purchases
      </h2>
      <ul>
        {orders.map((order) => (
          <LatestOrder key={order._id} order={order} />
        ))}
      </ul>
      <Link to={href('/dashboard/orders')}>All my orders</Link>
    </section>
  )
}

function LatestOrder({ order }: { order: Order }) {
  const id = useId()
  return (
    <li className="row">
      <span className="latest-order-name" id={id}>
        {isOfSeveral(order) && `${order.number}: `}
        {contentsText(order)}
      </span>
      <strong>{formatDollars(dollarsToCents(order.total))}</strong>
      <OrderBadges order={order} />
      {payableLines(order).length > 0 && (
        <Link to={paymentPath(order)} className={buttonVariant.primary} aria-describedby={id}>
          Pay
        </Link>
      )}
    </li>
  )
}
