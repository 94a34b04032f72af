import { href, Link } from 'react-router'
import { formatDollars } from '#platform/money.ts'
import { lineTotal, type OrderLine } from '#shop/orders/order.ts'
import { OrderAgain } from './order-again.tsx'
import { ownOrdersPath } from './own-orders.ts'

type PaidTogetherProps = {
  order: OrderLine
  /** All orders of the payment, this one too; null when they failed to load. */
  orders: OrderLine[] | null
}

const SHOWN = 10

/** The other orders of a payment that covered several, and a link that orders all of them again. */
export function PaidTogether({ order, orders }: PaidTogetherProps) {
  if (orders !== null && orders.length <= 1) return null
  const others = orders?.filter(({ _id }) => _id !== order._id) ?? []
  return (
    <section className="paid-together" aria-labelledby="paid-together">
      <h2 id="paid-together">Paid together with</h2>
      {orders === null ? (
        <p>The other orders of this payment failed to load.</p>
      ) : (
        <>
          <ul>
            {others.slice(0, SHOWN).map((other) => (
              <li key={other._id}>
                <Link to={href('/dashboard/orders/:id', { id: other._id })} className="text-link">
                  {other.orderNumber}
                </Link>{' '}
                {other.quantity.toLocaleString('en-US')} × {other.productName} ({other.sku}),{' '}
                {formatDollars(lineTotal(other))}
              </li>
            ))}
          </ul>
          <p className="order-buttons">
            <OrderAgain orders={orders} label={`Order all ${orders.length} again`} />
            {others.length > SHOWN && (
              <Link
                to={ownOrdersPath({ tab: 'paid', search: order.transactionId ?? '' })}
                className="text-link"
              >
                All orders of this payment
              </Link>
            )}
          </p>
        </>
      )}
    </section>
  )
}
