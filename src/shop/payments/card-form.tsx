import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { Form } from '#ui/forms/form.tsx'
import { showToast } from '#ui/toast.ts'
import { loadCardProvider } from './card-provider-script.ts'
import { sendPayment } from './payments-client.ts'
import type { PayableOrder } from './start-payment.server.ts'

/** The provider's own card form: card numbers never touch the shop. */
export function CardForm({ order }: { order: PayableOrder }) {
  return (
    <Elements stripe={loadCardProvider(order)}>
      <CardFields order={order} />
    </Elements>
  )
}

function CardFields({ order }: { order: PayableOrder }) {
  const stripe = useStripe()
  const elements = useElements()
  const navigate = useNavigate()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (!stripe || !card || isBusy) return
    setBusy(true)
    setFault(undefined)
    const { error, paymentIntent } = await stripe.confirmCardPayment(order.clientSecret, {
      payment_method: { card, billing_details: { name: order.name, email: order.email } },
    })
    // Paid in another tab is paid: the provider says so in the error's own intent.
    const paid = paymentIntent ?? error?.payment_intent
    if (paid?.status === 'succeeded') {
      await sendPayment(order._id, paid.id).catch(console.warn)
      await showToast('success', 'Congratulation! Your payment is completed.')
      await navigate('/dashboard/orders')
    } else {
      setFault(error?.message ?? 'The payment is not completed.')
    }
    setBusy(false)
  }
  return (
    <Form onSubmit={pay} error={fault} busy={isBusy} disabled={!stripe} button="Pay">
      <CardElement options={{ hidePostalCode: true }} />
    </Form>
  )
}
