import { useId } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { useCurrentUser } from '#shop/auth/access/use-current-user.ts'
import type { Order } from '#shop/orders/order.ts'
import {
  contentsText,
  isOfSeveral,
  payableLines,
  paymentPath,
} from '#shop/orders/order-contents.ts'
import { OrderStatusBadge } from '#shop/orders/order-status-badge.tsx'
import { buttonVariant } from '#ui/button.tsx'

/** The number of orders shown. */
export const LATEST_ORDERS = 3

/** The current user's latest orders, shown above the products after a purchase. */
export function LatestOrders({ orders }: { orders: Order[] | null }) {
  const isSignedIn = useCurrentUser() !== null
  if (!isSignedIn || !orders || orders.length === 0) return null
  return (
    <section className="latest-orders" aria-labelledby="latest-orders">
      <h2 id="latest-orders">Your latest orders</h2>
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
    <li>
      <span className="latest-order-name" id={id}>
        {isOfSeveral(order) && `${order.number}: `}
        {contentsText(order)}
      </span>
      <strong>{formatDollars(dollarsToCents(order.net))}</strong>
      <OrderStatusBadge status={order.status} />
      {payableLines(order).length > 0 && (
        <Link to={paymentPath(order)} className={buttonVariant.strong} aria-describedby={id}>
          Pay
        </Link>
      )}
    </li>
  )
}
