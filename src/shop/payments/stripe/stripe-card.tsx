import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { useMemo, useState } from 'react'
import type { CardFormProps, Payable } from '#shop/payments/provider/card.ts'
import { useStripeAppearance } from './stripe-appearance.ts'
import { readStripeOutcome } from './stripe-outcome.ts'
import { loadedStripe } from './stripe-script.ts'

/** Stripe's own card fields: card numbers never reach the shop. They are empty until its script has loaded. */
export function StripeCard({ form, children }: CardFormProps) {
  const { appearance, style } = useStripeAppearance()
  return (
    <Elements stripe={loadedStripe(form) ?? null} options={{ appearance }}>
      <StripeFields style={style}>{children}</StripeFields>
    </Elements>
  )
}

type StripeFieldsProps = Pick<CardFormProps, 'children'> & {
  style: ReturnType<typeof useStripeAppearance>['style']
}

function StripeFields({ children, style }: StripeFieldsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [isComplete, setComplete] = useState(false)
  const ask = useMemo(() => {
    if (!stripe) return null
    return async ({ clientSecret }: Payable) => {
      const answer = await stripe.retrievePaymentIntent(clientSecret)
      if (answer.error) throw answer.error
      return readStripeOutcome(answer)
    }
  }, [stripe])
  const charge = async ({ clientSecret, name, email }: Payable) => {
    const card = elements?.getElement(CardElement)
    if (!stripe || !card) throw new Error('The card fields are not ready')
    const answer = await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card, billing_details: { name, email } },
    })
    return readStripeOutcome(answer)
  }
  return children({
    fields: ({ isDisabled, onChange }) => (
      <CardElement
        className="card-field"
        options={{ hidePostalCode: true, disabled: isDisabled, style }}
        onChange={({ complete }) => {
          setComplete(complete)
          onChange()
        }}
      />
    ),
    isComplete,
    charge: stripe ? charge : null,
    ask,
  })
}
