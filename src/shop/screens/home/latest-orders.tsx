import { Suspense } from 'react'
import { href, Link } from 'react-router'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

// Visitors never load it.
const LatestOrderList = lazyPart(
  async () => (await import('./latest-order-list.tsx')).LatestOrderList,
)

/**
 * The current user's latest orders, above the products; a purchase ends on this page. Not those of an admin who sees
 * the shop as a customer.
 */
export function LatestOrders() {
  const { uid, seesAs } = useCurrentUser() ?? {}
  if (!uid || seesAs) return null
  return (
    <section className="latest-orders stack surface" aria-labelledby="latest-orders">
      <h2 className="text-18" id="latest-orders">
        Your purchases
      </h2>
      <Suspense fallback={<ul />}>
        <LatestOrderList uid={uid} />
      </Suspense>
      <Link to={href('/dashboard/orders')}>All my orders</Link>
    </section>
  )
}
