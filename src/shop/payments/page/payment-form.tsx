import { type FormEvent, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { formatDollars } from '#platform/money.ts'
import type { Card, Payable } from '#shop/payments/provider/card.ts'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { type PaymentSteps, usePayment } from './use-payment.ts'

type PaymentFormProps = Pick<PaymentSteps, 'startAgain'> & { payable: Payable; card: Card }

/** The form around the card fields of a payment page: its button and the result of the payment. */
export function PaymentForm({ payable, card, startAgain }: PaymentFormProps) {
  const navigate = useNavigate()
  const onPaid = async () => navigate(href('/dashboard/orders'))
  const payment = usePayment(card, { startAgain, onPaid }, payable)
  const [isBusy, setBusy] = useState(false)
  const isProcessing = payment.processing !== undefined
  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      await payment.pay(payable)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormFrame
      onSubmit={pay}
      variant="buy"
      error={payment.error}
      busy={isBusy || isProcessing}
      disabled={!card.charge}
      button={`Pay ${formatDollars(payable.amount)}`}
    >
      {card.fields({ isDisabled: isProcessing, onChange: () => payment.setError(undefined) })}
      <p className="callout hide-empty font-600" role="status">
        {payment.processing}
      </p>
    </FormFrame>
  )
}
