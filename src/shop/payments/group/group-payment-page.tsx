import { href, Link } from 'react-router'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { dollarsToCents } from '#platform/money.ts'
import { PageError } from '#shop/page/page-error.tsx'
import { PageHead } from '#shop/page/page-head.tsx'
import { requirePaymentDocument, usePaymentFocus } from '#shop/payments/page/payment-document.ts'
import { loadPaymentForm, PaymentForm } from '#shop/payments/page/payment-form.tsx'
import { TestCards } from '#shop/payments/page/payment-summary.tsx'
import { fetchPayableGroup } from '#shop/payments/payments-client.ts'
import { CANCELLED } from '#shop/payments/provider/payment-outcome.ts'
import { buttonVariant } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/group-payment-page'
import { GroupSummary } from './group-summary.tsx'

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  requirePaymentDocument(request)
  const payment = await fetchPayableGroup(params.id)
  // There is no card form without this script: the page then offers a retry.
  await loadPaymentForm(payment)
  return payment
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Spinner label="Loading your orders" />
}

export default function GroupPaymentPage({ loaderData: payment }: Route.ComponentProps) {
  usePaymentFocus()
  const { orders } = payment
  const [first] = orders
  return (
    <section className="page-narrow">
      <PageHead title="Pay your orders" />
      <h1 className="page-title">
        {orders.length === 1 ? 'Pay for 1 order' : `Pay for ${orders.length} orders`}
      </h1>
      <GroupSummary payment={payment} />
      {/* Only the demo's simulator has a script of its own. */}
      {payment.scriptUrl && <TestCards />}
      {first && (
        <PaymentForm
          payable={{
            clientSecret: payment.clientSecret,
            provider: payment.provider,
            publishableKey: payment.publishableKey,
            scriptUrl: payment.scriptUrl,
            isProcessing: payment.isProcessing,
            amount: dollarsToCents(payment.amount),
            name: first.name,
            email: first.email,
            orderId: first._id,
            cancelledText: CANCELLED.group,
          }}
        />
      )}
      <BackToOrders />
    </section>
  )
}

function BackToOrders() {
  return (
    <p className="payment-back">
      <Link to={href('/dashboard/orders')} className={buttonVariant.quiet}>
        Back to my orders
      </Link>
    </p>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  usePaymentFocus()
  const isRefused = error instanceof RestRefusal && error.status < 500
  return (
    <PageError
      title="Pay your orders"
      text="The payment could not be started. Nothing was charged."
      instead={
        isRefused
          ? { heading: 'There is nothing to pay here', body: <p>{error.message}</p> }
          : undefined
      }
      className="page-narrow"
    >
      <BackToOrders />
    </PageError>
  )
}
