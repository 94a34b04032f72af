import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { dollarsToCents } from '#platform/money.ts'
import type { Order } from '#shop/orders/order.ts'
import { contentsText } from '#shop/orders/order-contents.ts'
import { OrderBadges } from '#shop/orders/order-status-badge.tsx'
import { NetSum } from '#shop/tax/net-sum.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import type { CustomerDetails } from './customer-json.server.ts'

const columns = [
  { name: 'Order', className: 'order-number' },
  { name: 'Date', className: 'order-date' },
  'Product',
  { name: 'PO number', className: 'order-po' },
  { name: 'Total', className: 'col-number order-total' },
  { name: 'Payment status', className: 'order-payment' },
]

/** A customer's latest orders, with a link to all of them. */
export function CustomerOrders({ customer }: { customer: CustomerDetails }) {
  const { _id, orders, orderCount } = customer
  const count = `${orderCount.more ? 'more than ' : ''}${orderCount.count.toLocaleString('en-US')}`
  return (
    <section aria-labelledby="customer-orders">
      <div className="customer-section-head">
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
        <ResponsiveTable columns={columns} className="customer-orders">
          {orders.map((order) => (
            <OrderRow key={order._id} order={order} />
          ))}
        </ResponsiveTable>
      )}
    </section>
  )
}

function OrderRow({ order }: { order: Order }) {
  const text = contentsText(order)
  return (
    <tr>
      <th scope="row">
        <Link to={href('/dashboard/orders/:id', { id: order.number })}>{order.number}</Link>
      </th>
      <td data-label="Date">
        <DateTime iso={order.placedAt} dayOnly="short" />
      </td>
      <td data-label="Product" title={text}>
        <span className="customer-order-text">{text}</span>
      </td>
      <td data-label="PO number" title={order.poNumber}>
        {order.poNumber}
      </td>
      <td data-label="Total" className="col-number">
        <NetSum net={dollarsToCents(order.net)} isTaxed={order.tax > 0} />
      </td>
      <td data-label="Payment status">
        <OrderBadges order={order} />
      </td>
    </tr>
  )
}
