import { Link, useRevalidator } from 'react-router'
import { requireSession } from '#shop/accounts/require-session.ts'
import { PageHead } from '#ui/page-head.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/my-orders-page'
import { OrderRow } from './order-row.tsx'
import { fetchMyOrders } from './orders-client.ts'

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  return fetchMyOrders(await requireSession(url))
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Spinner label="Loading your orders" />
}

export default function MyOrdersPage({ loaderData: orders }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <>
      <PageHead title="My orders" />
      <h1 className="page-title">My Orders</h1>
      {orders.length === 0 && (
        <p>
          You have no orders yet.{' '}
          <Link to="/purchase" className="text-link">
            Look at our tools
          </Link>
        </p>
      )}
      {orders.length > 0 && (
        <div className="table-frame">
          <table className="table stacked-table">
            <thead>
              <tr>
                <th scope="col">Product</th>
                <th scope="col">Quantity</th>
                <th scope="col">Total</th>
                <th scope="col">Payment status</th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <OrderRow key={order._id} order={order} onCancelled={revalidate} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
