import { useState } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents } from '#platform/money.ts'
import { requireSession } from '#shop/auth/access/require-session.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { fetchDocuments } from '#shop/documents/documents-client.ts'
import { OrderDocuments } from '#shop/documents/order-documents.tsx'
import { CancelButton } from '#shop/orders/cancel/cancel-button.tsx'
import { CancelDialog } from '#shop/orders/cancel/cancel-dialog.tsx'
import { useCancelProgress } from '#shop/orders/cancel/use-cancel-progress.ts'
import { fetchPaidTogether } from '#shop/orders/history/own-orders-client.ts'
import { lineCan, type OrderDetails, type OrderLine, overPaymentLimit } from '#shop/orders/order.ts'
import { payableLines, paymentPath, transactionsOf } from '#shop/orders/order-contents.ts'
import { fetchOrder } from '#shop/orders/orders-client.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { loading } from '#ui/spinner.tsx'
import { isNotFound, PageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/order-page'
import { OrderAgain } from './order-again.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { PaidTogether } from './paid-together.tsx'
import { PrintableOrder } from './printable-order.tsx'

export async function clientLoader({ params, url }: Route.ClientLoaderArgs) {
  await requireSession(url)
  const order = await fetchOrder(params.id)
  const [documents, paidTogether] = await Promise.all([
    fetchDocuments(order._id).catch(() => null),
    fetchPaidTogether(transactionsOf(order)).catch(() => null),
  ])
  return { order, documents, paidTogether }
}
export const HydrateFallback = loading('the order')

/** An order for screen and print, with its documents and its history. */
export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, documents, paidTogether } = loaderData
  const currentUser = useCurrentUser()
  const isMine = currentUser?.email === order.email
  const by = isMine ? 'buyer' : 'admin'
  const [cancelling, setCancelling] = useState<OrderLine[] | null>(null)
  useCancelProgress([order], by)
  return (
    <>
      <PageHead title={`Order ${order.number}`} />
      <PrintableOrder order={order} by={by} onCancel={(line) => setCancelling([line])} />
      <p className="order-buttons">
        {isMine && <PayOrder order={order} />}
        {order.lines.some(lineCan.cancel) && (
          <CancelButton
            lines={order.lines}
            text={isMine ? 'Cancel' : 'Delete'}
            describedBy="order-number"
            onPress={() => setCancelling(order.lines)}
          />
        )}
        {isMine && <OrderAgain orders={[order]} />}
        <Button variant="quiet" onClick={() => print()}>
          Print
        </Button>
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
      <OrderDocuments documents={documents} />
      <PaidTogether order={order} orders={paidTogether} />
      <OrderTimeline order={order} />
      {cancelling && (
        <CancelDialog
          order={order}
          lines={cancelling}
          by={by}
          onClosed={() => setCancelling(null)}
          onGone={() => document.getElementById('order-number')?.focus()}
        />
      )}
    </>
  )
}

function PayOrder({ order }: { order: OrderDetails }) {
  if (payableLines(order).length === 0) return null
  const overLimit = overPaymentLimit(dollarsToCents(order.open))
  if (overLimit !== null) return <span>{overLimit}</span>
  return (
    <Link to={paymentPath(order)} className={buttonVariant.primary}>
      Pay
    </Link>
  )
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
