import { href, Link } from 'react-router'
import { asPageError } from '#platform/http/api/rest-client.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { requireSession } from '#shop/auth/access/require-session.ts'
import { useCurrentUser } from '#shop/auth/access/use-current-user.ts'
import { fetchDocuments } from '#shop/documents/documents-client.ts'
import { OrderDocuments } from '#shop/documents/order-documents.tsx'
import { useCancelProgress } from '#shop/orders/cancel/use-cancel-progress.ts'
import { LineStatusBadge } from '#shop/orders/line-status-badge.tsx'
import { lineCan, lineTotal, type OrderLineDetails } from '#shop/orders/order.ts'
import { fetchOrder } from '#shop/orders/orders-client.ts'
import { addressLines } from '#shop/orders/shipping-address.ts'
import { isNotFound, PageError } from '#shop/page/page-error.tsx'
import { PageHead } from '#shop/page/page-head.tsx'
import { useSite } from '#shop/page/use-site.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Fact } from '#ui/fact.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/order-page'
import { OrderAgain } from './order-again.tsx'
import { fetchPaidTogether } from './own-orders-client.ts'
import { PaidTogether } from './paid-together.tsx'

export async function clientLoader({ params, url }: Route.ClientLoaderArgs) {
  await requireSession(url)
  const [order, documents] = await Promise.all([
    fetchOrder(params.id).catch(asPageError),
    fetchDocuments(params.id).catch(() => null),
  ])
  const { transactionId } = order
  const paidTogether = transactionId ? await fetchPaidTogether(transactionId).catch(() => null) : []
  return { order, documents, paidTogether }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Spinner label="Loading the order" />
}

/** An order as a document, for screen and print. */
export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, documents, paidTogether } = loaderData
  const currentUser = useCurrentUser()
  const isMine = currentUser?.email === order.email
  useCancelProgress([order], isMine ? 'buyer' : 'admin')
  return (
    <>
      <PageHead title={`Order ${order.orderNumber}`} />
      <OrderSheet order={order} />
      <OrderDocuments documents={documents} />
      <PaidTogether order={order} orders={paidTogether} />
      <p className="order-buttons">
        <Button variant="strong" onClick={() => print()}>
          Print
        </Button>
        {isMine && lineCan.pay(order) && (
          <Link
            to={href('/dashboard/orders/payment/:id', { id: order._id })}
            className={buttonVariant.primary}
          >
            Pay
          </Link>
        )}
        {isMine && <OrderAgain orders={[order]} />}
        {currentUser?.isAdmin ? (
          <Link to={href('/dashboard/manage-orders')} className={buttonVariant.quiet}>
            Manage Orders
          </Link>
        ) : (
          <Link to={href('/dashboard/orders')} className={buttonVariant.quiet}>
            My Orders
          </Link>
        )}
      </p>
    </>
  )
}

function OrderSheet({ order }: { order: OrderLineDetails }) {
  const site = useSite()
  const total = formatDollars(lineTotal(order))
  return (
    <article className="order-sheet">
      <header>
        <p className="order-shop">
          {site?.name} <span>{site && new URL(site.publicUrl).host}</span>
        </p>
        <h1>Order</h1>
      </header>
      <dl className="order-facts">
        <Fact term="Order">{order.orderNumber}</Fact>
        <Fact term="Ordered">
          <DateTime iso={order.createdAt} />
        </Fact>
        <Fact term="Buyer">
          {order.name}
          <br />
          {order.email}
        </Fact>
        <Fact term="Ship to">
          <ShipTo order={order} />
        </Fact>
        {order.poNumber && <Fact term="PO number">{order.poNumber}</Fact>}
        <Fact term="Payment status">
          <LineStatusBadge order={order} />
        </Fact>
        {order.heldUntil && (
          <Fact term="Held until">
            <DateTime iso={order.heldUntil} />
          </Fact>
        )}
        {order.paidAt && (
          <Fact term="Paid">
            <DateTime iso={order.paidAt} />
          </Fact>
        )}
        {order.cancelledAt && (
          <Fact term="Cancelled">
            <DateTime iso={order.cancelledAt} />
          </Fact>
        )}
        {order.transactionId && <Fact term="Transaction">{order.transactionId}</Fact>}
      </dl>
      <table className="order-lines">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Quantity</th>
            <th scope="col">Price each</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <KeepUnits text={order.productName} />
              <span className="order-line-note">SKU {order.sku}</span>
            </th>
            <td data-label="Quantity">{order.quantity.toLocaleString('en-US')}</td>
            <td data-label="Price each">{formatDollars(dollarsToCents(order.perPrice))}</td>
            <td data-label="Total">{total}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Total
            </th>
            <td>{total}</td>
          </tr>
        </tfoot>
      </table>
    </article>
  )
}

function ShipTo({ order: { address, shippingAddress } }: { order: OrderLineDetails }) {
  if (!shippingAddress) return address
  const lines = [shippingAddress.name, ...addressLines(shippingAddress)]
  return <span className="order-address">{lines.join('\n')}</span>
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = {
    heading: 'There is no such order',
    body: (
      <>
        <p>The link may be incomplete, or the order belongs to another account.</p>
        <p className="order-buttons">
          <Link to={href('/dashboard')} className={buttonVariant.quiet}>
            Dashboard
          </Link>
        </p>
      </>
    ),
  }
  return (
    <PageError
      title="Order"
      text="The order failed to load."
      instead={isNotFound(error) ? missing : undefined}
    />
  )
}
