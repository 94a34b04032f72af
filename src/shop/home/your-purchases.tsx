import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useCurrentUser } from '#shop/auth/use-current-user.ts'
import type { Order } from '#shop/orders/order.ts'
import { OrderStateBadge } from '#shop/orders/order-state-badge.tsx'
import { fetchMyOrders } from '#shop/orders/orders-client.ts'

/** How many of a buyer's orders the strip shows. */
export const LAST_ORDERS = 3

/**
 * The signed-in buyer's last orders, above the tools: where a successful purchase lands. They come
 * with a page that is rendered on the server, and are asked for when the browser made it.
 */
export function YourPurchases({ rendered }: { rendered: Order[] | null }) {
  const email = useCurrentUser()?.email
  const [fetched, setFetched] = useState(rendered ?? [])
  const orders = rendered ?? fetched
  useEffect(() => {
    if (!email || rendered) return
    fetchMyOrders(email).then((all) => setFetched(all.slice(0, LAST_ORDERS)), console.warn)
  }, [email, rendered])
  if (!email || orders.length === 0) return null
  return (
    <section className="your-purchases" aria-labelledby="your-purchases">
      <h2 id="your-purchases">Your purchases</h2>
      <ul>
        {orders.map((order) => (
          <li key={order._id}>
            <span>
              {order.quantity.toLocaleString('en-US')} × {order.productName}
            </span>
            <OrderStateBadge order={order} />
          </li>
        ))}
      </ul>
      <Link to="/dashboard/orders">All my orders</Link>
    </section>
  )
}
