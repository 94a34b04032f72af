import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { HeldUntil } from '#shop/orders/history/held-until.tsx'
import { lineTotal, type OrderLine } from '#shop/orders/order.ts'
import { KeepUnits } from '#ui/keep-units.tsx'
import type { PayableGroup } from './group-json.server.ts'

/** The orders that are being paid, each with its total, and the sum. */
export function GroupSummary({ payment: { orders, amount } }: { payment: PayableGroup }) {
  const soonest = orders.toSorted(byHeldUntil)[0]
  return (
    <>
      <table className="payment-orders">
        <caption className="visually-hidden">Orders in this payment</caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Quantity</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order._id}>
              <th scope="row">
                <Link to={href('/dashboard/orders/:id', { id: order._id })}>
                  {order.orderNumber}
                </Link>
                <span className="payment-product">
                  <KeepUnits text={order.productName} />{' '}
                  <span className="unbroken">({order.sku})</span>
                </span>
              </th>
              <td>{order.quantity.toLocaleString('en-US')}</td>
              <td>{formatDollars(lineTotal(order))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Total
            </th>
            <td>
              <strong>{formatDollars(dollarsToCents(amount))}</strong>
            </td>
          </tr>
        </tfoot>
      </table>
      {soonest && (
        <p>
          <HeldUntil order={soonest} />
        </p>
      )}
    </>
  )
}

function byHeldUntil(one: OrderLine, other: OrderLine): number {
  return (one.heldUntil ?? '').localeCompare(other.heldUntil ?? '')
}
