import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import { useHydrated } from '#ui/use-hydrated.ts'

/** A button that sends the verification link again, and says when it may be sent next. */
export function SendVerification({ onSent }: { onSent?: () => void }) {
  const isReady = useHydrated()
  const [isSending, setIsSending] = useState(false)
  const send = async () => {
    setIsSending(true)
    try {
      // Loaded when it is needed, because the banner of every page has this button.
      const { requestVerification } = await import('./request-verification.ts')
      if (await requestVerification()) onSent?.()
    } catch {
      await showToast('error', 'Something went wrong')
    }
    setIsSending(false)
  }
  return (
    <Button variant="quiet" disabled={!isReady} busy={isSending} onClick={send}>
      Send the link again
    </Button>
  )
}
