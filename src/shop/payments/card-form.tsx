import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { pollUntil } from '#platform/http/poll-until.ts'
import { formatDollars } from '#platform/money.ts'
import { orderTotal } from '#shop/orders/order.ts'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { showToast } from '#ui/toast.ts'
import { useCardAppearance } from './card-appearance.ts'
import { loadCardProvider } from './card-provider-script.ts'
import type { PayableOrder } from './payment-json.server.ts'
import { type PaymentOutcome, readOutcome } from './payment-outcome.ts'
import { sendPayment } from './payments-client.ts'

/** The provider's own card form: card numbers never reach the shop. */
export function CardForm({ order }: { order: PayableOrder }) {
  const { appearance, style } = useCardAppearance()
  return (
    <Elements stripe={loadCardProvider(order)} options={{ appearance }}>
      <CardFields order={order} style={style} />
    </Elements>
  )
}

type CardFieldsProps = {
  order: PayableOrder
  style: ReturnType<typeof useCardAppearance>['style']
}

const PROCESSING = 'Your bank is processing the payment. This page updates by itself.'
const STILL_PROCESSING =
  'Your bank is still processing the payment. You can leave this page: My Orders shows the result, and you will receive an e-mail.'

function CardFields({ order, style }: CardFieldsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const navigate = useNavigate()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [processing, setProcessing] = useState(order.isProcessing ? PROCESSING : undefined)
  const isProcessing = processing !== undefined

  const showOutcome = useCallback(
    async (outcome: PaymentOutcome) => {
      setProcessing(outcome.state === 'processing' ? PROCESSING : undefined)
      if (outcome.state === 'failed') setFault(outcome.message)
      if (outcome.state !== 'paid') return
      await sendPayment(order._id, outcome.transactionId).catch(console.warn)
      await showToast('success', 'Congratulation! Your payment is completed.')
      await navigate(href('/dashboard/orders'))
    },
    [order._id, navigate],
  )

  useEffect(() => {
    if (!stripe || !isProcessing) return
    const left = new AbortController()
    const ask = async () => {
      const answer = await stripe.retrievePaymentIntent(order.clientSecret)
      if (answer.error) throw answer.error
      return readOutcome(answer)
    }
    const isOver = ({ state }: PaymentOutcome) => state !== 'processing'
    void pollUntil(ask, isOver, left.signal).then((outcome) => {
      if (outcome) return showOutcome(outcome)
      if (!left.signal.aborted) setProcessing(STILL_PROCESSING)
    })
    return () => left.abort()
  }, [stripe, isProcessing, order.clientSecret, showOutcome])

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (!stripe || !card || isBusy || isProcessing) return
    setBusy(true)
    setFault(undefined)
    const answer = await stripe.confirmCardPayment(order.clientSecret, {
      payment_method: { card, billing_details: { name: order.name, email: order.email } },
    })
    await showOutcome(readOutcome(answer))
    setBusy(false)
  }
  return (
    <FormFrame
      onSubmit={pay}
      error={fault}
      busy={isBusy || isProcessing}
      disabled={!stripe}
      button={`Pay ${formatDollars(orderTotal(order))}`}
    >
      <CardElement
        className="card-field"
        options={{ hidePostalCode: true, disabled: isProcessing, style }}
        onChange={() => setFault(undefined)}
      />
      <p className="payment-status" role="status">
        {processing}
      </p>
    </FormFrame>
  )
}
