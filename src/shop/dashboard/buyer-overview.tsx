import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { listTotal } from '#shop/order-list/list-total.ts'
import { countedLines } from '#shop/order-list/store/order-list.ts'
import { useOrderList } from '#shop/order-list/store/order-list-store.ts'
import { useListedProducts } from '#shop/order-list/use-listed-products.ts'
import { HeldUntil } from '#shop/orders/history/held-until.tsx'
import { ownOrdersPath } from '#shop/orders/history/own-orders.ts'
import {
  fetchOftenBought,
  fetchOwnOrders,
  fetchOwnSummary,
} from '#shop/orders/history/own-orders-client.ts'
import type { OftenBought } from '#shop/orders/history/own-orders-json.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { contentsText, payableLines, paymentPath } from '#shop/orders/order-contents.ts'
import { OrderStatusBadge } from '#shop/orders/order-status-badge.tsx'
import { buttonVariant } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Image } from '#ui/image.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { LoadFailure } from '#web/load-failure.tsx'
import { UnpaidSum } from './my-orders/my-orders-tabs.tsx'

const SHOWN = 5

async function loadOverview() {
  const [summary, open, latest, often] = await Promise.all([
    fetchOwnSummary({ search: '' }),
    fetchOwnOrders({ tab: 'open', search: '' }, SHOWN),
    fetchOwnOrders({ tab: 'paid', search: '' }, SHOWN),
    fetchOftenBought(),
  ])
  return { summary, open: open.rows, latest: latest.rows, often }
}

type Overview = Awaited<ReturnType<typeof loadOverview>>

/** A buyer's overview: open orders, the latest paid ones, frequent products, and the order list. */
export function BuyerOverview() {
  const [overview, setOverview] = useState<Overview | { error: unknown } | null>(null)
  const load = useCallback(() => {
    setOverview(null)
    loadOverview().then(setOverview, (error: unknown) => setOverview({ error }))
  }, [])
  useEffect(load, [load])
  if (overview === null) return <Spinner label="Loading your orders" />
  if ('error' in overview) {
    return <LoadFailure text="Your orders failed to load." error={overview.error} onRetry={load} />
  }
  const { summary, open, latest, often } = overview
  const hasOrders = open.length + latest.length > 0
  return (
    <>
      {!hasOrders && (
        <p className="buyer-overview-empty">
          You have no orders to show yet. <Link to={href('/purchase')}>Browse our tools</Link>
        </p>
      )}
      <div className="buyer-overview">
        {open.length > 0 && (
          <Block title="Waiting for payment" note={<UnpaidSum summary={summary} />}>
            <OrderLines orders={open} />
            <Link to={ownOrdersPath({ tab: 'open' })} className="text-link">
              All open orders
            </Link>
          </Block>
        )}
        {latest.length > 0 && (
          <Block title="Latest paid orders">
            <OrderLines orders={latest} />
            <Link to={ownOrdersPath({ tab: 'paid' })} className="text-link">
              All paid orders
            </Link>
          </Block>
        )}
        {often.length > 0 && (
          <Block title="Bought often">
            <ul>
              {often.map((product) => (
                <OftenBoughtLine key={product.productId} product={product} />
              ))}
            </ul>
          </Block>
        )}
        <ListBlock />
      </div>
    </>
  )
}

function Block(props: { title: string; note?: ReactNode; children: ReactNode }) {
  const id = `overview-${props.title.replaceAll(' ', '-').toLowerCase()}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      {props.note}
      {props.children}
    </section>
  )
}

function OrderLines({ orders }: { orders: Order[] }) {
  return (
    <ul>
      {orders.map((order) => (
        <li key={order._id}>
          <span className="overview-line-name" id={`line-${order._id}`}>
            <Link to={href('/dashboard/orders/:id', { id: order.number })}>{order.number}</Link>{' '}
            {contentsText(order)}
            <small>
              {order.heldUntil ? (
                <HeldUntil order={order} />
              ) : (
                <DateTime iso={order.placedAt} dayOnly />
              )}
            </small>
          </span>
          <strong>{formatDollars(dollarsToCents(order.net))}</strong>
          {payableLines(order).length > 0 ? (
            <Link
              to={paymentPath(order)}
              className={buttonVariant.strong}
              aria-describedby={`line-${order._id}`}
            >
              Pay
            </Link>
          ) : (
            <OrderStatusBadge status={order.status} />
          )}
        </li>
      ))}
    </ul>
  )
}

function OftenBoughtLine({ product }: { product: OftenBought }) {
  const { productId, name, sku, imgURL, orders } = product
  return (
    <li>
      <Image imgURL={imgURL} alt="" sizes="3rem" width={48} height={36} background />
      <span className="overview-line-name">
        <Link to={href('/purchase/:id', { id: productId })}>{name}</Link>
        <small>
          {sku}, {orders === 1 ? 'in 1 order' : `in ${orders} orders`}
        </small>
      </span>
    </li>
  )
}

function ListBlock() {
  const lines = useOrderList()
  const { productOf, isLoading } = useListedProducts(lines)
  // A sum of only some lines would be wrong.
  const isPriced = lines.every(({ productId }) => productOf(productId) !== undefined)
  return (
    <Block
      title="Order list"
      note={
        <p>
          {lines.length === 0 ? 'The list is empty.' : countedLines(lines.length)}
          {lines.length > 0 && isPriced && (
            <>, {formatDollars(listTotal(lines, productOf))} at today’s prices</>
          )}
        </p>
      }
    >
      {lines.length > 0 && (
        <ul aria-busy={isLoading}>
          {lines.slice(0, SHOWN).map(({ productId, quantity }) => {
            const product = productOf(productId)
            return (
              <li key={productId}>
                <span className="overview-line-name">
                  {quantity.toLocaleString('en-US')} ×{' '}
                  {product?.name ?? (product === null ? 'No longer for sale' : 'Loading …')}
                  <small>{product?.sku}</small>
                </span>
              </li>
            )
          })}
        </ul>
      )}
      <Link to={href('/order-list')} className="text-link">
        {lines.length === 0 ? 'Paste an order' : 'Open the list'}
      </Link>
    </Block>
  )
}
