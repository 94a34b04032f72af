import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { OftenBought } from '#shop/orders/history/often-bought.server.ts'
import type { OwnOrdersSummary } from '#shop/orders/history/order-lists-api.server.ts'
import { ownOrdersPath } from '#shop/orders/history/own-orders.ts'
import {
  fetchFoundOrders,
  fetchOwnOrders,
  fetchOwnSummary,
  orderListsApi,
} from '#shop/orders/history/own-orders-client.ts'
import { MAX_ORDERS_IN_PAYMENT, type Order, overPaymentLimit } from '#shop/orders/order.ts'
import { contentsText, payableLines } from '#shop/orders/order-contents.ts'
import { OrderBadges } from '#shop/orders/order-status-badge.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Image } from '#ui/image.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { LoadFailure } from '#web/load-failure.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import { ListBlock } from './list-block.tsx'
import { countText } from './my-orders/my-orders-tabs.tsx'
import { PayTogether } from './my-orders/pay-together.tsx'
import { OverviewBlock } from './overview-block.tsx'

const SHOWN = 6

async function loadOverview() {
  const [summary, latest, often] = await Promise.all([
    fetchOwnSummary({ search: '' }),
    fetchOwnOrders({ tab: 'all', search: '' }, SHOWN),
    orderListsApi.orders.often.$get(),
  ])
  return { summary, latest: latest.rows, often }
}

/** A buyer's overview: what is to pay, the latest orders, frequent products, and the order list. */
export function BuyerOverview() {
  const { value, error, retry } = useLoaded(loadOverview)
  if (error !== undefined) {
    return <LoadFailure text="Your orders failed to load." error={error} onRetry={retry} />
  }
  if (!value) return <Spinner label="Loading your orders" />
  return <LoadedOverview {...value} />
}

export function LoadedOverview({ summary, latest, often }: Awaited<ReturnType<typeof loadOverview>>) {
  return (
    <>
      <ToPay unpaid={summary.unpaid} />
      {latest.length === 0 && often.length === 0 && <FirstSteps />}
      <div className="buyer-overview overview-columns columns column-26 grid gap-24 gap-x-32">
        {latest.length > 0 && (
          <OverviewBlock title="Latest orders">
            <ul className="mb-8 border-top">
              {latest.map((order) => (
                <OrderLine key={order._id} order={order} />
              ))}
            </ul>
            <Link to={ownOrdersPath()} className="text-link">
              All orders
            </Link>
          </OverviewBlock>
        )}
        {often.length > 0 && (
          <OverviewBlock title="Bought often">
            <ul className="mb-8 border-top">
              {often.map((product) => (
                <OftenBoughtLine key={product.productId} product={product} />
              ))}
            </ul>
          </OverviewBlock>
        )}
        <ListBlock />
      </div>
    </>
  )
}

/** What a buyer without orders can do first. */
function FirstSteps() {
  return (
    <section
      className="first-steps flex flex-wrap gap-8 gap-x-24 max-w-form mb-24"
      aria-labelledby="first-steps"
    >
      <h2 id="first-steps">Your first order</h2>
      <ol className="bullets grid gap-8">
        <li>
          <Link to={href('/purchase')}>Browse our tools</Link> and press Buy Now, or search by name, size or
          SKU.
        </li>
        <li>
          <Link to={href('/order-list')}>Paste a list</Link> of SKUs and quantities to order many tools at
          once.
        </li>
        <li>
          <Link to={href('/dashboard/profile')}>Fill in your address</Link>: the order forms begin with it.
        </li>
      </ol>
    </section>
  )
}

/** How many orders are unpaid, and the button that pays them together. */
function ToPay({ unpaid }: { unpaid: OwnOrdersSummary['unpaid'] }) {
  if (unpaid.count === 0) return null
  const total = dollarsToCents(unpaid.due)
  const canPayAll = !unpaid.more && unpaid.count <= MAX_ORDERS_IN_PAYMENT && overPaymentLimit(total) === null
  return (
    <section className="mb-24 py-8 px-16 surface row" aria-label="To pay">
      <p>
        <strong>
          {countText(unpaid)} {unpaid.count === 1 ? 'order' : 'orders'} to pay, {formatDollars(total)}
        </strong>
      </p>
      {canPayAll && (
        <PayTogether
          text={unpaid.count === 1 ? 'Pay' : `Pay all ${unpaid.count}`}
          find={async () => (await fetchFoundOrders({ tab: 'open', search: '' })).filter(isPayable)}
        />
      )}
      <Link to={ownOrdersPath({ tab: 'open' })} className="text-link">
        All open orders
      </Link>
    </section>
  )
}

const isPayable = (order: Order) => payableLines(order).length > 0

function OrderLine({ order }: { order: Order }) {
  const text = contentsText(order)
  return (
    <li>
      <Link to={href('/dashboard/orders/:id', { id: order.number })}>{order.number}</Link>
      <span className="from-640">
        <DateTime iso={order.placedAt} dayOnly="short" />
      </span>
      <span className="overview-line-name truncate grow min-w-0" title={text}>
        {text}
      </span>
      <strong>{formatDollars(dollarsToCents(order.total))}</strong>
      <OrderBadges order={order} />
    </li>
  )
}

function OftenBoughtLine({ product }: { product: OftenBought }) {
  const { productId, name, sku, imgURL, orders } = product
  return (
    <li>
      <Image imgURL={imgURL} alt="" sizes="2rem" width={32} height={24} background />
      <Link
        to={href('/purchase/:id', { id: productId })}
        className="overview-line-name truncate grow min-w-0"
        title={`${name}, ${sku}`}
      >
        {name}
      </Link>
      <span>{orders === 1 ? '1 order' : `${orders} orders`}</span>
    </li>
  )
}
