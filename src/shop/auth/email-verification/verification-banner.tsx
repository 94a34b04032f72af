import { useState } from 'react'
import { type Cents, formatDollars } from '#platform/money.ts'
import { callAuth } from '#shop/auth/auth-client.ts'
import { useSite } from '#shop/page/use-site.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { resendText } from './email-verification.ts'

/** The unpaid-order limits of a user with an unverified e-mail. */
type UnverifiedCaps = { orders: number; cents: Cents }

/** Explains the limits of an unverified e-mail and offers to send the link again. */
export function VerificationBanner({ email, caps }: { email: string; caps: UnverifiedCaps }) {
  const site = useSite()
  const isReady = useHydrated()
  const [isSending, setIsSending] = useState(false)
  const send = async () => {
    setIsSending(true)
    const answer = await callAuth('POST', 'send-verification-email', {})
    setIsSending(false)
    if (answer.ok) await showToast('success', 'The link is on its way, please check your mail')
    else await showToast('error', resendText(answer.status))
  }
  return (
    <aside className="verification-banner" aria-label="Confirm your e-mail">
      <p>
        <strong>Please confirm your e-mail:</strong> the link is in the mail to {email}. Until then
        you can have {caps.orders} unpaid {caps.orders === 1 ? 'order' : 'orders'}, up to{' '}
        {formatDollars(caps.cents).replace('.00', '')} in all, and get no other mail.
      </p>
      <div className="verification-banner-actions">
        <Button variant="quiet" disabled={!isReady} busy={isSending} onClick={send}>
          Send the link again
        </Button>
        {site?.inboxPath && <a href={site.inboxPath}>Open the demo’s inbox</a>}
      </div>
    </aside>
  )
}
