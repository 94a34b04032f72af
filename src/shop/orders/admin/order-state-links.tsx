import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import type { OrderFilter, OrderSearch } from '#shop/orders/orders-query.ts'

const names = {
  all: 'All',
  unpaid: 'Not paid yet',
  paid: 'Paid',
  cancelling: 'Being cancelled',
  cancelled: 'Cancelled',
} satisfies Record<Exclude<OrderFilter, 'open'>, string>

/** Filters the orders by status within the current search. */
export function OrderStateLinks({ search, state }: OrderSearch) {
  return (
    <nav className="order-states" aria-label="Payment status">
      {Object.entries(names).map(([filter, name]) => (
        <Link
          key={filter}
          to={withQuery(href('/dashboard/manage-orders'), { search, state: filter })}
          aria-current={filter === state ? 'page' : undefined}
          className="order-state"
        >
          {name}
        </Link>
      ))}
      <Link to={href('/dashboard/held-stock')} className="order-state">
        Held stock
      </Link>
    </nav>
  )
}
