import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { OrderTable } from '#shop/orders/table/order-table.tsx'
import type { CustomerDetails } from './customer-json.server.ts'

/** A customer's latest orders, with a link to all of them. */
export function CustomerOrders({ customer }: { customer: CustomerDetails }) {
  const { _id, orders, orderCount } = customer
  const count = `${orderCount.more ? 'more than ' : ''}${orderCount.count.toLocaleString('en-US')}`
  return (
    <section aria-labelledby="customer-orders">
      <div className="customer-section-head row">
        <h2 id="customer-orders">Orders</h2>
        {orders.length > 0 && (
          <Link to={withQuery(href('/dashboard/manage-orders'), { buyer: _id })}>
            All orders of this buyer ({count})
          </Link>
        )}
      </div>
      {orders.length === 0 ? (
        <p>No order yet, or every one was cancelled.</p>
      ) : (
        <OrderTable orders={orders} list="customer" />
      )}
    </section>
  )
}
