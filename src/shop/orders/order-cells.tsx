import { Link } from 'react-router'
import { formatDollars } from '#platform/money.ts'
import { Picture } from '#ui/image.tsx'
import { type Order, orderTotal } from './order.ts'
import { OrderStateBadge } from './order-state-badge.tsx'

/** What was ordered: the row's name, which leads to the order itself. */
export function ProductCell({ order, id }: { order: Order; id: string }) {
  return (
    <th scope="row" id={id}>
      <div className="order-product">
        <Picture imgURL={order.imgURL} alt="" sizes="4rem" width={64} height={48} plate />
        <Link to={`/dashboard/orders/${order._id}`} className="text-link">
          {order.productName}
        </Link>
      </div>
    </th>
  )
}

/** How much was ordered. */
export function AmountCells({ order }: { order: Order }) {
  return (
    <>
      <td data-label="Quantity">{order.quantity.toLocaleString('en-US')}</td>
      <td data-label="Total">{formatDollars(orderTotal(order))}</td>
    </>
  )
}

/** Where the payment stands. */
export function PaymentCell({ order }: { order: Order }) {
  return (
    <td data-label="Payment status">
      <OrderStateBadge order={order} />
      {order.transactionId && <code className="transaction">{order.transactionId}</code>}
    </td>
  )
}
