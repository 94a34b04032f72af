import { useState } from 'react'
import { callAuth } from '#shop/auth/auth-client.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { resendText } from './email-verification.ts'

/** A button that sends the verification link again, and says when it may be sent next. */
export function SendVerification({ onSent }: { onSent?: () => void }) {
  const isReady = useHydrated()
  const [isSending, setIsSending] = useState(false)
  const send = async () => {
    setIsSending(true)
    const answer = await callAuth('POST', 'send-verification-email', {})
    setIsSending(false)
    if (!answer.ok) return showToast('error', resendText(answer))
    onSent?.()
    await showToast('success', 'The link is on its way, please check your mail')
  }
  return (
    <Button variant="quiet" disabled={!isReady} busy={isSending} onClick={send}>
      Send the link again
    </Button>
  )
}
