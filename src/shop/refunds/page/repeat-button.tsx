import { useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import { sendRepeat } from './refunds-client.ts'

type RepeatButtonProps = {
  paymentId: string
  refundId: string
  children: string
  onRepeated: () => void
}

/** Repeats a failed refund. */
export function RepeatButton({ paymentId, refundId, children, onRepeated }: RepeatButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const repeat = async () => {
    setBusy(true)
    const failure = await sendRepeat(paymentId, refundId).then(() => null, refusalText)
    setBusy(false)
    onRepeated()
    await showToast(
      failure === null ? 'success' : 'error',
      failure ?? 'The refund is on its way again',
    )
  }
  return (
    <Button busy={isBusy} onClick={repeat}>
      {children}
    </Button>
  )
}
