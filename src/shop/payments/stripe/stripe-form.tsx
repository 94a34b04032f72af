import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { useMemo } from 'react'
import type { Payable } from '#shop/payments/provider/payable.ts'
import { PaymentFormFrame } from './payment-form-frame.tsx'
import { useStripeAppearance } from './stripe-appearance.ts'
import { readStripeOutcome } from './stripe-outcome.ts'
import { loadStripeScript } from './stripe-script.ts'

/** Stripe's own card form: card numbers never reach the shop. */
export function StripeForm({ payable }: { payable: Payable }) {
  const { appearance, style } = useStripeAppearance()
  return (
    <Elements stripe={loadStripeScript(payable)} options={{ appearance }}>
      <StripeFields payable={payable} style={style} />
    </Elements>
  )
}

type StripeFieldsProps = {
  payable: Payable
  style: ReturnType<typeof useStripeAppearance>['style']
}

function StripeFields({ payable, style }: StripeFieldsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const { clientSecret, name, email } = payable
  const ask = useMemo(() => {
    if (!stripe) return null
    return async () => {
      const answer = await stripe.retrievePaymentIntent(clientSecret)
      if (answer.error) throw answer.error
      return readStripeOutcome(answer)
    }
  }, [stripe, clientSecret])
  const charge = async () => {
    const card = elements?.getElement(CardElement)
    if (!stripe || !card) throw new Error('The card fields are not ready')
    const answer = await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card, billing_details: { name, email } },
    })
    return readStripeOutcome(answer)
  }
  return (
    <PaymentFormFrame payable={payable} charge={stripe ? charge : null} ask={ask}>
      {({ isDisabled, onChange }) => (
        <CardElement
          className="card-field"
          options={{ hidePostalCode: true, disabled: isDisabled, style }}
          onChange={onChange}
        />
      )}
    </PaymentFormFrame>
  )
}
