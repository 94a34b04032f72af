import { useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { cents, formatDollars } from '#platform/money.ts'
import { lineTotal, type OrderLine, overPaymentLimit } from '#shop/orders/order.ts'
import { startPayment } from '#shop/payments/payments-client.ts'
import { Button, buttonVariant } from '#ui/button.tsx'

/** The orders that were placed from the list, with one button that pays all of them. */
export function PlacedOrders({ orders, onDone }: { orders: OrderLine[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isStarting, setStarting] = useState(false)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => heading.current?.focus(), [])
  const total = cents(orders.reduce((sum, order) => sum + lineTotal(order), 0))
  const overLimit = overPaymentLimit(total)
  const pay = async () => {
    setStarting(true)
    setError(null)
    try {
      // A new document: only a payment page may load the card provider's script.
      window.location.assign(await startPayment(orders.map(({ _id }) => _id)))
    } catch (error) {
      setError(error)
      setStarting(false)
    }
  }
  return (
    <section className="placed-orders" aria-labelledby="placed-orders">
      <h2 id="placed-orders" ref={heading} tabIndex={-1} className="section-title">
        {orders.length === 1 ? '1 order placed' : `${orders.length} orders placed`}
      </h2>
      <p className="placed-buttons">
        {overLimit === null && (
          <Button onClick={pay} busy={isStarting}>
            Pay all ({formatDollars(total)})
          </Button>
        )}
        <Link to={href('/dashboard/orders')} className={buttonVariant.quiet}>
          My Orders
        </Link>
        <Button variant="quiet" onClick={onDone}>
          Back to the list
        </Button>
      </p>
      {overLimit !== null && <p>{overLimit}</p>}
      {error !== null && (
        <p className="field-error" role="alert">
          {refusalText(error)}
        </p>
      )}
      <ul>
        {orders.map((order) => (
          <li key={order._id} className="placed-order">
            <Link to={href('/dashboard/orders/:id', { id: order._id })}>{order.orderNumber}</Link>
            <span>
              {order.quantity.toLocaleString('en-US')} × {order.productName} ({order.sku})
            </span>
            <strong>{formatDollars(lineTotal(order))}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
