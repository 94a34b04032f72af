import { useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { lineTotal, type Order, overPaymentLimit } from '#shop/orders/order.ts'
import { paymentPath } from '#shop/orders/order-contents.ts'
import { Button, buttonVariant } from '#ui/button.tsx'

/** The receipt of the order that was placed from the list, with the link that pays it. */
export function PlacedOrder({ order, onDone }: { order: Order; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const open = dollarsToCents(order.open)
  const overLimit = overPaymentLimit(open)
  return (
    <section className="placed-order" aria-labelledby="placed-order">
      <h2 id="placed-order" ref={heading} tabIndex={-1} className="section-title">
        Order {order.number} placed
      </h2>
      <p className="placed-buttons">
        {overLimit === null && (
          <Link to={paymentPath(order)} className={buttonVariant.primary}>
            Pay {formatDollars(open)}
          </Link>
        )}
        <Link
          to={href('/dashboard/orders/:id', { id: order.number })}
          className={buttonVariant.quiet}
        >
          View the order
        </Link>
        <Button variant="quiet" onClick={onDone}>
          Back to the list
        </Button>
      </p>
      {overLimit !== null && <p>{overLimit}</p>}
      <ul>
        {order.lines.map((line) => (
          <li key={line._id} className="listed-line">
            <span>{line.sku}</span>
            <span>
              {line.quantity.toLocaleString('en-US')} × {line.productName}
            </span>
            <strong>{formatDollars(lineTotal(line))}</strong>
          </li>
        ))}
      </ul>
      {order.tax !== 0 && (
        <p>
          Net {formatDollars(dollarsToCents(order.net))}, tax{' '}
          {formatDollars(dollarsToCents(order.tax))}
        </p>
      )}
    </section>
  )
}
