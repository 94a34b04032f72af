import { useId } from 'react'
import { href, Link } from 'react-router'
import { formatDollars } from '#platform/money.ts'
import { useCurrentUser } from '#shop/auth/access/use-current-user.ts'
import { LineStatusBadge } from '#shop/orders/line-status-badge.tsx'
import { lineCan, lineTotal, type OrderLine } from '#shop/orders/order.ts'
import { buttonVariant } from '#ui/button.tsx'

/** The number of orders shown. */
export const LATEST_ORDERS = 3

/** The current user's latest orders, shown above the products after a purchase. */
export function LatestOrders({ orders }: { orders: OrderLine[] | null }) {
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

function LatestOrder({ order }: { order: OrderLine }) {
  const id = useId()
  return (
    <li>
      <span className="latest-order-name" id={id}>
        {order.quantity.toLocaleString('en-US')} × {order.productName} ({order.sku})
      </span>
      <strong>{formatDollars(lineTotal(order))}</strong>
      <LineStatusBadge order={order} />
      {lineCan.pay(order) && (
        <Link
          to={href('/dashboard/orders/payment/:id', { id: order._id })}
          className={buttonVariant.strong}
          aria-describedby={id}
        >
          Pay
        </Link>
      )}
    </li>
  )
}
