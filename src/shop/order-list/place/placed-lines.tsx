import { useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { lineTotal, type Order } from '#shop/orders/order.ts'
import { NetSum } from '#shop/tax/net-sum.tsx'
import { buttonVariant } from '#ui/button.tsx'

export function PlacedLines({ order }: { order: Order }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="stack" aria-labelledby="placed-order">
      <h2 id="placed-order" ref={heading} tabIndex={-1} className="text-18 font-600">
        Order {order.number} placed
      </h2>
      <p className="buttons">
        <Link to={href('/dashboard/orders/:id', { id: order.number })} className={buttonVariant.quiet}>
          View the order
        </Link>
        <Link to={href('/order-list')} className={buttonVariant.quiet}>
          Back to the list
        </Link>
      </p>
      <ListedLines order={order} />
    </section>
  )
}

export function ListedLines({ order }: { order: Order }) {
  return (
    <ul className="listed-lines">
      {order.lines.map((line) => (
        <li key={line._id} className="listed-line grid gap-12 py-8 border-top tabular">
          <span>{line.sku}</span>
          <span>
            {line.quantity.toLocaleString('en-US')} × {line.productName}
          </span>
          <strong>
            <NetSum net={lineTotal(line)} isTaxed={order.tax > 0} />
          </strong>
        </li>
      ))}
      <li className="listed-line grid gap-12 py-8 border-top tabular font-600">
        <span />
        <span>Total{order.tax > 0 && ' with tax'}</span>
        <span>{formatDollars(dollarsToCents(order.total))}</span>
      </li>
    </ul>
  )
}
