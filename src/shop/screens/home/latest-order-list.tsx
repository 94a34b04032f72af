import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { Order } from '#shop/orders/order.ts'
import {
  contentsText,
  isOfSeveral,
  payableLines,
  paymentPath,
} from '#shop/orders/order-contents.ts'
import { OrderBadges } from '#shop/orders/order-status-badge.tsx'
import { fetchLatestOrders } from '#shop/orders/page/orders-client.ts'
import { buttonVariant } from '#ui/button.tsx'

/** The number of orders shown; the styles reserve their space. */
const SHOWN = 3

export function LatestOrderList({ uid }: { uid: string }) {
  const orders = useLatestOrders(uid)
  return (
    <ul>
      {orders?.map((order) => (
        <LatestOrder key={order._id} order={order} />
      ))}
      {orders?.length === 0 && <li className="row">You have no orders yet.</li>}
    </ul>
  )
}

/**
 * A user's latest orders; null while loading and after a failure, because the page works without them.
 */
function useLatestOrders(uid: string): Order[] | null {
  const [latest, setLatest] = useState<{ of: string; orders: Order[] } | null>(null)
  useEffect(() => {
    let isCurrent = true
    fetchLatestOrders(SHOWN).then(
      (orders) => isCurrent && setLatest({ of: uid, orders }),
      (error: unknown) => console.warn('The last orders failed to load', error),
    )
    return () => {
      isCurrent = false
    }
  }, [uid])
  return latest && latest.of === uid ? latest.orders : null
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
