import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { pollUntil } from '#platform/http/poll-until.ts'
import { type Cents, formatDollars } from '#platform/money.ts'
import { type PaymentOutcome, readOutcome } from '#shop/payments/payment-outcome.ts'
import { sendPayment } from '#shop/payments/payments-client.ts'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { showToast } from '#ui/toast.ts'
import { useCardAppearance } from './card-appearance.ts'
import { loadCardProvider } from './card-provider-script.ts'

/** What the card form pays: one order, or several. */
export type Payable = {
  clientSecret: string
  publishableKey: string
  scriptUrl: string | null
  isProcessing: boolean
  amount: Cents
  /** Who pays, for the provider. */
  name: string
  email: string
  /** An order of it; reporting its payment is enough, because the shop asks the provider. */
  orderId: string
  /** What the form says when the payment was cancelled elsewhere. */
  cancelledText: string
}

/** The provider's own card form: card numbers never reach the shop. */
export function CardForm({ payable }: { payable: Payable }) {
  const { appearance, style } = useCardAppearance()
  return (
    <Elements stripe={loadCardProvider(payable)} options={{ appearance }}>
      <CardFields payable={payable} style={style} />
    </Elements>
  )
}

type CardFieldsProps = {
  payable: Payable
  style: ReturnType<typeof useCardAppearance>['style']
}

const PROCESSING = 'Your bank is processing the payment. This page updates by itself.'
const STILL_PROCESSING =
  'Your bank is still processing the payment. You can leave this page: My Orders shows the result, and you will receive an e-mail.'

function CardFields({ payable, style }: CardFieldsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const navigate = useNavigate()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [processing, setProcessing] = useState(payable.isProcessing ? PROCESSING : undefined)
  const isProcessing = processing !== undefined

  const showOutcome = useCallback(
    async (outcome: PaymentOutcome) => {
      setProcessing(outcome.state === 'processing' ? PROCESSING : undefined)
      if (outcome.state === 'failed') setFault(outcome.message)
      if (outcome.state !== 'paid') return
      await sendPayment(payable.orderId, outcome.transactionId).catch(console.warn)
      await showToast('success', 'Congratulation! Your payment is completed.')
      await navigate(href('/dashboard/orders'))
    },
    [payable.orderId, navigate],
  )

  useEffect(() => {
    if (!stripe || !isProcessing) return
    const left = new AbortController()
    const ask = async () => {
      const answer = await stripe.retrievePaymentIntent(payable.clientSecret)
      if (answer.error) throw answer.error
      return readOutcome(answer, payable.cancelledText)
    }
    const isOver = ({ state }: PaymentOutcome) => state !== 'processing'
    void pollUntil(ask, isOver, left.signal).then((outcome) => {
      if (outcome) return showOutcome(outcome)
      if (!left.signal.aborted) setProcessing(STILL_PROCESSING)
    })
    return () => left.abort()
  }, [stripe, isProcessing, payable.clientSecret, payable.cancelledText, showOutcome])

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (!stripe || !card || isBusy || isProcessing) return
    setBusy(true)
    setFault(undefined)
    const answer = await stripe.confirmCardPayment(payable.clientSecret, {
      payment_method: { card, billing_details: { name: payable.name, email: payable.email } },
    })
    await showOutcome(readOutcome(answer, payable.cancelledText))
    setBusy(false)
  }
  return (
    <FormFrame
      onSubmit={pay}
      error={fault}
      busy={isBusy || isProcessing}
      disabled={!stripe}
      button={`Pay ${formatDollars(payable.amount)}`}
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
