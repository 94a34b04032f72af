import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { OrderAgain } from '#shop/order-list/reorder/order-again.tsx'
import { ownOrdersPath } from '#shop/orders/history/own-orders.ts'
import type { Order } from '#shop/orders/order.ts'
import { contentsText, transactionsOf } from '#shop/orders/order-contents.ts'

type PaidTogetherProps = {
  order: Order
  /** All orders of the payment, this one too; null when they failed to load. */
  orders: Order[] | null
}

const SHOWN = 10

/** The other orders of a payment that covered several, and a link that orders all of them again. */
export function PaidTogether({ order, orders }: PaidTogetherProps) {
  if (orders !== null && orders.length <= 1) return null
  const others = orders?.filter(({ _id }) => _id !== order._id) ?? []
  return (
    <section className="mb-24" aria-labelledby="paid-together">
      <h2 id="paid-together">Paid together with</h2>
      {orders === null ? (
        <p>The other orders of this payment failed to load.</p>
      ) : (
        <>
          <ul className="grid gap-8">
            {others.slice(0, SHOWN).map((other) => (
              <li key={other._id}>
                <Link to={href('/dashboard/orders/:id', { id: other.number })} className="text-link">
                  {other.number}
                </Link>{' '}
                {contentsText(other)}, {formatDollars(dollarsToCents(other.total))}
              </li>
            ))}
          </ul>
          <p className="mt-16 buttons">
            <OrderAgain orders={orders} label={`Order all ${orders.length} again`} />
            {others.length > SHOWN && (
              <Link
                to={ownOrdersPath({ tab: 'paid', search: transactionsOf(order)[0] ?? '' })}
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
