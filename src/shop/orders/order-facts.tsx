import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { addressLines } from '#platform/postal-address.ts'
import type { Order, OrderDetails } from '#shop/orders/order.ts'
import {
  cardsOf,
  lastCancelledAt,
  lastPaidAt,
  referencesOf,
  transactionsOf,
} from '#shop/orders/order-contents.ts'
import { DateTime } from '#ui/date-time.tsx'
import { DescriptionItem } from '#ui/description-item.tsx'
import { CopyableText, CopyButton } from '#ui/lists/copyable-text.tsx'

type OrderFactsProps = {
  order: Order | OrderDetails
  by: 'buyer' | 'admin'
  /** Whether e-mail and address have a button that copies them. */
  isCopyable?: boolean
}

/** What is known of an order besides its lines: buyer, shipping address, dates and payments. */
export function OrderFacts({ order, by, isCopyable = false }: OrderFactsProps) {
  const transactions = transactionsOf(order)
  const paidAt = lastPaidAt(order)
  const cancelledAt = order.status === 'cancelled' && lastCancelledAt(order)
  const address = addressOf(order)
  return (
    <dl className="facts cards">
      <DescriptionItem term="Ordered">
        <DateTime iso={order.placedAt} />
      </DescriptionItem>
      {order.heldUntil && (
        <DescriptionItem term="Held until">
          <DateTime iso={order.heldUntil} />
        </DescriptionItem>
      )}
      {paidAt && (
        <DescriptionItem term="Paid">
          <DateTime iso={paidAt} />
          <br />
          {cardsOf(order)}
        </DescriptionItem>
      )}
      {cancelledAt && (
        <DescriptionItem term="Cancelled">
          <DateTime iso={cancelledAt} />
        </DescriptionItem>
      )}
      {referencesOf(order).map(({ name, number }) => (
        <DescriptionItem key={name} term={name}>
          {number}
        </DescriptionItem>
      ))}
      {order.company && (
        <DescriptionItem term="Company">
          {by === 'admin' ? (
            <Link to={href('/dashboard/companies/:id', { id: order.company._id })}>{order.company.name}</Link>
          ) : (
            order.company.name
          )}
        </DescriptionItem>
      )}
      <DescriptionItem term="Buyer">
        {by === 'admin' ? (
          <Link to={href('/dashboard/customers/:id', { id: order.buyerId })}>{order.name}</Link>
        ) : (
          order.name
        )}
        <br />
        {isCopyable ? <CopyableText text={order.email} label="e-mail" /> : order.email}
      </DescriptionItem>
      <DescriptionItem term="Ship to">
        <span className="pre-line">{address || 'No address'}</span>
        {isCopyable && address && <CopyButton text={address} label="address" kind="address" />}
      </DescriptionItem>
      {'termsVersion' in order && order.termsVersion && (
        <DescriptionItem term="Terms">
          <Link to={withQuery(href('/pages/:slug', { slug: 'terms' }), { version: order.termsVersion })}>
            Version {order.termsVersion}
          </Link>
        </DescriptionItem>
      )}
      {transactions.length > 0 && (
        <DescriptionItem term={transactions.length === 1 ? 'Transaction' : 'Transactions'}>
          {transactions.join(', ')}
        </DescriptionItem>
      )}
    </dl>
  )
}

export function addressOf({ address, shippingAddress }: Order): string {
  if (!shippingAddress) return address
  return [shippingAddress.name, ...addressLines(shippingAddress)].join('\n')
}
