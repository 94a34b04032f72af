import { href, Link } from 'react-router'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { lineTotal } from '#shop/orders/order.ts'
import { PageError } from '#shop/page/page-error.tsx'
import { PageHead } from '#shop/page/page-head.tsx'
import { fetchPayableOrder } from '#shop/payments/payments-client.ts'
import { CANCELLED } from '#shop/payments/provider/payment-outcome.ts'
import { buttonVariant } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/payment-page'
import { requirePaymentDocument, usePaymentFocus } from './payment-document.ts'
import { loadPaymentForm, PaymentForm } from './payment-form.tsx'
import { PaymentSummary, TestCards } from './payment-summary.tsx'

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  requirePaymentDocument(request)
  const order = await fetchPayableOrder(params.id)
  // There is no card form without this script: the page then offers a retry.
  await loadPaymentForm(order)
  return order
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Spinner label="Loading your order" />
}

export default function PaymentPage({ loaderData: order }: Route.ComponentProps) {
  usePaymentFocus()
  return (
    <section className="page-narrow">
      <PageHead title="Pay your order" />
      <h1 className="page-title">Pay for {order.productName}</h1>
      <PaymentSummary order={order} />
      {/* Only the demo's simulator has a script of its own. */}
      {order.scriptUrl && <TestCards />}
      <PaymentForm
        payable={{
          clientSecret: order.clientSecret,
          provider: order.provider,
          publishableKey: order.publishableKey,
          scriptUrl: order.scriptUrl,
          isProcessing: order.isProcessing,
          amount: lineTotal(order),
          name: order.name,
          email: order.email,
          orderId: order._id,
          cancelledText: CANCELLED.order,
        }}
      />
      <p className="payment-back">
        <Link to={href('/dashboard/orders/:id', { id: order._id })} className={buttonVariant.quiet}>
          Back to the order
        </Link>
      </p>
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  usePaymentFocus()
  const isRefused = error instanceof RestRefusal && error.status < 500
  return (
    <PageError
      title="Pay your order"
      text="The payment could not be started. Nothing was charged."
      instead={
        isRefused
          ? { heading: 'This order can’t be paid', body: <p>{error.message}</p> }
          : undefined
      }
      className="page-narrow"
    >
      <Link to={href('/dashboard/orders')} className={buttonVariant.quiet}>
        Back to my orders
      </Link>
    </PageError>
  )
}
