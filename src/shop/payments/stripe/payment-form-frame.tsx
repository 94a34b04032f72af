import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { pollUntil } from '#platform/http/poll-until.ts'
import { formatDollars } from '#platform/money.ts'
import { sendPayment } from '#shop/payments/payments-client.ts'
import type { Payable } from '#shop/payments/provider/payable.ts'
import type { PaymentOutcome } from '#shop/payments/provider/provider-form.ts'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { showToast } from '#ui/toast.ts'

const PROCESSING = 'Your bank is processing the payment. This page updates by itself.'
const STILL_PROCESSING =
  'Your bank is still processing the payment. You can leave this page: My Orders shows the result, and you will receive an e-mail.'

type PaymentFormFrameProps = {
  payable: Payable
  /** Charges the card; null until the provider's fields are ready. */
  charge: (() => Promise<PaymentOutcome>) | null
  /** Fetches the payment's status; null until the provider's script is ready. Must be stable. */
  ask: (() => Promise<PaymentOutcome>) | null
  /** The provider's fields. */
  children: (state: { isDisabled: boolean; onChange: () => void }) => ReactNode
}

/** The form around a provider's card fields: its button and the result of the payment. */
export function PaymentFormFrame({ payable, charge, ask, children }: PaymentFormFrameProps) {
  const { lineId, startAgain } = payable
  const navigate = useNavigate()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [processing, setProcessing] = useState(payable.isProcessing ? PROCESSING : undefined)
  const isProcessing = processing !== undefined

  const showOutcome = useCallback(
    async (outcome: PaymentOutcome) => {
      setProcessing(outcome.state === 'processing' ? PROCESSING : undefined)
      if (outcome.state === 'failed') setError(outcome.message)
      if (outcome.state === 'cancelled') setError(await startAgain())
      if (outcome.state !== 'paid') return
      await sendPayment(lineId, outcome.transactionId).catch(console.warn)
      await showToast('success', 'Congratulation! Your payment is completed.')
      await navigate(href('/dashboard/orders'))
    },
    [lineId, startAgain, navigate],
  )

  useEffect(() => {
    if (!ask || !isProcessing) return
    const left = new AbortController()
    const isOver = ({ state }: PaymentOutcome) => state !== 'processing'
    void pollUntil(ask, isOver, left.signal).then((outcome) => {
      if (outcome) return showOutcome(outcome)
      if (!left.signal.aborted) setProcessing(STILL_PROCESSING)
    })
    return () => left.abort()
  }, [ask, isProcessing, showOutcome])

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (!charge || isBusy || isProcessing) return
    setBusy(true)
    setError(undefined)
    try {
      await showOutcome(await charge())
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormFrame
      onSubmit={pay}
      error={error}
      busy={isBusy || isProcessing}
      disabled={!charge}
      button={`Pay ${formatDollars(payable.amount)}`}
    >
      {children({ isDisabled: isProcessing, onChange: () => setError(undefined) })}
      <p className="payment-status" role="status">
        {processing}
      </p>
    </FormFrame>
  )
}
