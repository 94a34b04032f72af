import { useEffect, useState } from 'react'
import { type Cents, formatDollars } from '#platform/money.ts'
import { useSite } from '#shop/page/use-site.ts'
import { DateTime } from '#ui/date-time.tsx'
import { SendVerification } from './send-verification.tsx'
import { forgetUnsentLink, readUnsentLink } from './unsent-link.ts'

/** The unpaid-order limits of a user with an unverified e-mail. */
type UnverifiedCaps = { orders: number; cents: Cents }

/** Explains the limits of an unverified e-mail and offers to send the link again. */
export function VerificationBanner({ email, caps }: { email: string; caps: UnverifiedCaps }) {
  const site = useSite()
  const [unsentUntil, setUnsentUntil] = useState<string | null>(null)
  useEffect(() => setUnsentUntil(readUnsentLink(email)), [email])
  const forget = () => {
    forgetUnsentLink(email)
    setUnsentUntil(null)
  }
  return (
    <aside className="verification-banner" aria-label="Confirm your e-mail">
      <p>
        <strong>Please confirm your e-mail:</strong>{' '}
        {unsentUntil === null ? (
          <>the link is in the mail to {email}.</>
        ) : (
          <>
            no link was sent to {email}, because too many were requested. You can request one from{' '}
            <DateTime iso={unsentUntil} />.
          </>
        )}{' '}
        Until it is confirmed you can have {caps.orders} unpaid{' '}
        {caps.orders === 1 ? 'order' : 'orders'}, up to{' '}
        {formatDollars(caps.cents).replace('.00', '')} in all, and get no other mail.
      </p>
      <div className="verification-banner-actions">
        <SendVerification onSent={forget} />
        {site?.inboxPath && <a href={site.inboxPath}>Open the demo’s inbox</a>}
      </div>
    </aside>
  )
}
