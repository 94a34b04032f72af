import { useCallback, useEffect, useRef, useState } from 'react'
import { pollUntil } from '#platform/http/poll-until.ts'
import { paymentsApi } from '#shop/payments/payments-client.ts'
import type { Card, Payable } from '#shop/payments/provider/card.ts'
import type { PaymentOutcome } from '#shop/payments/provider/provider-form.ts'
import { showToast } from '#ui/toast.ts'

const PROCESSING = 'Your bank is processing the payment. This page updates by itself.'
const STILL_PROCESSING =
  'Your bank is still processing the payment. You can leave this page: My Orders shows the result, and you will receive an e-mail.'

export type PaymentSteps = {
  /** Restarts a payment that was cancelled elsewhere because one of its lines was; returns the form's note. */
  startAgain: () => Promise<string>
  /** Leads on after the payment. */
  onPaid: () => Promise<unknown>
}

/** Charges the card for a payment, and follows it while the bank processes it. */
export function usePayment({ charge, ask }: Card, steps: PaymentSteps, started?: Payable) {
  const [error, setError] = useState<string>()
  const [processed, setProcessed] = useState(started?.isProcessing ? started : null)
  const [hasTimedOut, setTimedOut] = useState(false)
  const latest = useRef(steps)
  latest.current = steps

  const showOutcome = useCallback(async (payable: Payable, outcome: PaymentOutcome) => {
    setProcessed(outcome.state === 'processing' ? payable : null)
    if (outcome.state === 'failed') setError(outcome.message)
    if (outcome.state === 'cancelled') setError(await latest.current.startAgain())
    if (outcome.state !== 'paid') return
    // The shop verifies it with the provider.
    const json = { transactionId: outcome.transactionId }
    const reported = paymentsApi.purchase[':id'].$put({ param: { id: payable.lineId }, json })
    await reported.catch(console.warn)
    await showToast('success', 'Congratulation! Your payment is completed.')
    await latest.current.onPaid()
  }, [])

  useEffect(() => {
    if (!ask || !processed) return
    const left = new AbortController()
    const isOver = ({ state }: PaymentOutcome) => state !== 'processing'
    void pollUntil(() => ask(processed), isOver, left.signal).then((outcome) => {
      if (outcome) return showOutcome(processed, outcome)
      if (!left.signal.aborted) setTimedOut(true)
    })
    return () => left.abort()
  }, [ask, processed, showOutcome])

  const pay = async (payable: Payable) => {
    if (!charge || processed) return
    setError(undefined)
    if (payable.isProcessing) setProcessed(payable)
    else await showOutcome(payable, await charge(payable))
  }
  return {
    pay,
    error,
    setError,
    /** Says that the bank processes the payment; undefined otherwise. */
    processing: processed ? (hasTimedOut ? STILL_PROCESSING : PROCESSING) : undefined,
  }
}
