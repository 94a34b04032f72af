import { useState } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents } from '#platform/money.ts'
import { requireSession } from '#shop/auth/access/require-session.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { fetchDocuments, saveDocument } from '#shop/documents/documents-client.ts'
import { ORDER_NUMBER } from '#shop/documents/numbering/number-forms.ts'
import { OrderDocuments } from '#shop/documents/order-documents.tsx'
import { OrderAgain } from '#shop/order-list/reorder/order-again.tsx'
import { fetchPaidTogether } from '#shop/orders/history/own-orders-client.ts'
import { lineCan, type OrderDetails, type OrderLine, overPaymentLimit } from '#shop/orders/order.ts'
import { payableLines, paymentPath, transactionsOf } from '#shop/orders/order-contents.ts'
import { OrderFacts } from '#shop/orders/order-facts.tsx'
import { OrderStatusBadge, RefundedNote } from '#shop/orders/order-status-badge.tsx'
import { type OrderStep, stepsOf } from '#shop/orders/order-steps.ts'
import { CancelButton } from '#shop/orders/page/cancel-button.tsx'
import { CancelDialog } from '#shop/orders/page/cancel-dialog.tsx'
import { fetchOrder } from '#shop/orders/page/orders-client.ts'
import { useCancelProgress } from '#shop/orders/page/use-cancel-progress.ts'
import { PackLink } from '#shop/pieces/pack-link.tsx'
import { ShippingBadge } from '#shop/pieces/shipping-badge.tsx'
import { fetchOrderReturns } from '#shop/returns/page/returns-client.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead, useSite } from '#web/page-head.tsx'
import type { Route } from './+types/order-page'
import { AfterSale } from './after-sale.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderShipments } from './order-shipments.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { PaidTogether } from './paid-together.tsx'

export async function clientLoader({ params, url }: Route.ClientLoaderArgs) {
  await requireSession(url)
  const order = await fetchOrder(params.id)
  const [documents, paidTogether, returns] = await Promise.all([
    fetchDocuments(order._id).catch(() => null),
    fetchPaidTogether(transactionsOf(order)).catch(() => null),
    fetchOrderReturns(order._id).catch(() => null),
  ])
  return { order, documents, paidTogether, returns }
}

/** The page while it loads; most of its URLs have the number. */
export function HydrateFallback({ params }: Route.HydrateFallbackProps) {
  const hasNumber = ORDER_NUMBER.test(params.id)
  const title = hasNumber ? `Order ${params.id}` : 'Order'
  return (
    <article className="order-page break-anywhere">
      <PageHead title={title} />
      {hasNumber && <h1 className="page-title">{title}</h1>}
      <Spinner label="Loading the order" />
    </article>
  )
}

/** An order for screen and print, with its documents and its history. */
export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, documents, paidTogether, returns } = loaderData
  const currentUser = useCurrentUser()
  const site = useSite()
  const isMine = currentUser?.email === order.email
  const by = isMine ? 'buyer' : 'admin'
  const steps = stepsOf(order)
  const invoice = documents?.findLast(({ kind }) => kind === 'invoice')
  const trackingUrl = order.shipments.findLast((shipment) => shipment.trackingUrl)?.trackingUrl
  const [cancelling, setCancelling] = useState<OrderLine[] | null>(null)
  useCancelProgress([order], by)
  return (
    <article className="order-page break-anywhere">
      <PageHead title={`Order ${order.number}`} />
      <p className="order-shop text-18 font-720">{site?.name}</p>
      <header className="order-head mb-16 row">
        <h1 className="page-title" id="order-number" tabIndex={-1}>
          Order {order.number}
        </h1>
        {(steps.length === 0 || order.status === 'unpaid' || order.status === 'cancelling') && (
          <OrderStatusBadge status={order.status} />
        )}
        <RefundedNote order={order} />
        {order.shipping?.endsWith('returned') && <ShippingBadge state={order.shipping} />}
        <div className="order-page-buttons ml-auto buttons">
          {isMine && <PayOrder order={order} />}
          {currentUser?.isAdmin && <PackLink order={order} toShip={order.toShip} />}
          {order.lines.some(lineCan.cancel) && (
            <CancelButton
              lines={order.lines}
              text={isMine ? 'Cancel' : 'Delete'}
              describedBy="order-number"
              onPress={() => setCancelling(order.lines)}
            />
          )}
          {isMine && <OrderAgain orders={[order]} />}
          {invoice && <DownloadButton download={() => saveDocument(invoice)}>Invoice</DownloadButton>}
          {trackingUrl && (
            <a href={trackingUrl} className={buttonVariant.quiet}>
              Track
            </a>
          )}
          <Button variant="quiet" onClick={() => print()}>
            Print
          </Button>
          <Link
            to={currentUser?.isAdmin ? href('/dashboard/manage-orders') : href('/dashboard/orders')}
            className={buttonVariant.quiet}
          >
            {currentUser?.isAdmin ? 'Manage Orders' : 'My Orders'}
          </Link>
        </div>
      </header>
      <OrderSteps steps={steps} />
      <div className="order-columns stack items-start">
        <OrderLines order={order} by={by} onCancel={(line) => setCancelling([line])} />
        <div className="order-side surface">
          <OrderDocuments documents={documents} />
          <OrderFacts order={order} by={by} />
        </div>
        <div className="no-print">
          <OrderShipments order={order} />
          <AfterSale order={order} returns={returns} by={by} />
          <PaidTogether order={order} orders={paidTogether} />
          <OrderTimeline order={order} />
        </div>
      </div>
      {cancelling && (
        <CancelDialog
          order={order}
          lines={cancelling}
          by={by}
          onClosed={() => setCancelling(null)}
          onGone={() => document.getElementById('order-number')?.focus()}
        />
      )}
    </article>
  )
}

function OrderSteps({ steps }: { steps: OrderStep[] }) {
  if (steps.length === 0) return null
  return (
    <ol className="order-steps flex mb-24 text-14" aria-label="Steps of the order">
      {steps.map(({ name, state, at }) => (
        <li key={name} data-state={state}>
          <strong>{name}</strong>
          {state === 'part' && ' in part'}
          <span className="visually-hidden">{state === 'open' ? ', not yet' : ','}</span>
          {at && <DateTime iso={at} dayOnly="short" />}
        </li>
      ))}
    </ol>
  )
}

function PayOrder({ order }: { order: OrderDetails }) {
  if (payableLines(order).length === 0) return null
  const overLimit = overPaymentLimit(dollarsToCents(order.open))
  if (overLimit !== null) return <span>{overLimit}</span>
  return (
    <Link to={paymentPath(order)} className={buttonVariant.buy}>
      Pay
    </Link>
  )
}

export const ErrorBoundary = pageError('Order', 'The order', {
  missing: {
    heading: 'There is no such order',
    body: (
      <>
        <p>The link may be incomplete, or the order belongs to another account.</p>
        <p className="mt-16 buttons">
          <Link to={href('/dashboard')} className={buttonVariant.quiet}>
            Dashboard
          </Link>
        </p>
      </>
    ),
  },
})
