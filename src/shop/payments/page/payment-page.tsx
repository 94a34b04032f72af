import { useState } from 'react'
import { href, Link } from 'react-router'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { PayablePayment } from '#shop/payments/payment-json.server.ts'
import { fetchPayment, fetchPaymentOf } from '#shop/payments/payments-client.ts'
import { payableOf } from '#shop/payments/provider/card.ts'
import { buttonVariant } from '#ui/button.tsx'
import { loading } from '#web/loading.tsx'
import { PageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/payment-page'
import { CardForm, loadCardForm } from './card-form.tsx'
import { changedText, notAgainText } from './payment-again.ts'
import { requirePaymentDocument, usePaymentFocus } from './payment-document.ts'
import { PaymentForm } from './payment-form.tsx'
import { isChosenPath } from './payment-path.ts'
import { PaymentSummary } from './payment-summary.tsx'
import { TestCards } from './test-cards.tsx'

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  requirePaymentDocument(request)
  // Orders that were chosen together have a payment of their own already.
  const areChosen = isChosenPath(new URL(request.url).pathname)
  const payment = areChosen ? await fetchPayment(params.id) : await fetchPaymentOf(params.id)
  // There is no card form without this script: the page then offers a retry.
  await loadCardForm(payment)
  return { payment, orderId: areChosen ? null : params.id }
}
export const HydrateFallback = loading('your order', 'Pay your order')

export default function PaymentPage({ loaderData }: Route.ComponentProps) {
  usePaymentFocus()
  const [payment, setPayment] = useState(loaderData.payment)
  const { orderId } = loaderData
  const startAgain = async () => {
    try {
      const again = await (orderId === null ? fetchPayment(payment._id) : fetchPaymentOf(orderId))
      setPayment(again)
      return changedText(again)
    } catch (error) {
      return notAgainText(error, payment)
    }
  }
  if (payment.lines.length === 0) return null
  return (
    <section className="payment-page grid items-start">
      <PageHead title="Pay your order" />
      <h1 className="page-title work-title">Pay {formatDollars(dollarsToCents(payment.total))}</h1>
      <div className="payment-card stack gap-16">
        <CardForm form={payment}>
          {(card) => <PaymentForm payable={payableOf(payment)} card={card} startAgain={startAgain} />}
        </CardForm>
        {/* Only the demo's simulator has a script of its own. */}
        {payment.scriptUrl && <TestCards />}
        <Back payment={payment} />
      </div>
      <PaymentSummary payment={payment} />
    </section>
  )
}

function Back({ payment: { lines } }: { payment: PayablePayment }) {
  const [number, ...others] = new Set(lines.map((line) => line.orderNumber))
  const isOne = number !== undefined && others.length === 0
  return (
    <p>
      {isOne ? (
        <Link to={href('/dashboard/orders/:id', { id: number })} className={buttonVariant.quiet}>
          Back to the order
        </Link>
      ) : (
        <BackToOrders />
      )}
    </p>
  )
}

function BackToOrders() {
  return (
    <Link to={href('/dashboard/orders')} className={buttonVariant.quiet}>
      Back to my orders
    </Link>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  usePaymentFocus()
  const isRefused = error instanceof RestRefusal && error.status < 500
  return (
    <PageError
      title="Pay your order"
      text="The payment could not be started. Nothing was charged."
      instead={isRefused ? { heading: 'This order can’t be paid', body: <p>{error.message}</p> } : undefined}
      className="max-w-form"
    >
      <BackToOrders />
    </PageError>
  )
}
