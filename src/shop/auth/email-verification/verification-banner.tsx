import { useEffect, useState } from 'react'
import { type Cents, formatDollars } from '#platform/money.ts'
import { forgetUnsentLink, readUnsentLink } from '#shop/auth/unsent-link.ts'
import { useSite } from '#web/page-head.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import { SendVerification } from './send-verification.tsx'

// Loaded when it is needed: few sign-ups get no link, and every page has the banner.
const loadNote = async () => (await import('./unsent-link-note.tsx')).UnsentLinkNote

/** The unpaid-order limits of a user with an unverified e-mail. */
type UnverifiedCaps = { orders: number; cents: Cents }

/** Explains the limits of an unverified e-mail and offers to send the link again. */
export function VerificationBanner({ email, caps }: { email: string; caps: UnverifiedCaps }) {
  const site = useSite()
  const [unsentUntil, setUnsentUntil] = useState<string | null>(null)
  const { value: UnsentLinkNote } = useLoaded(unsentUntil === null ? null : loadNote)
  useEffect(() => setUnsentUntil(readUnsentLink(email)), [email])
  const forget = () => {
    forgetUnsentLink(email)
    setUnsentUntil(null)
  }
  return (
    <aside className="verification-banner row" data-above-toasts aria-label="Confirm your e-mail">
      <p>
        <strong>Please confirm your e-mail:</strong>{' '}
        {unsentUntil === null ? (
          <>the link is in the mail to {email}.</>
        ) : (
          UnsentLinkNote && <UnsentLinkNote email={email} until={unsentUntil} />
        )}{' '}
        <span className="from-640">
          Until then: up to {caps.orders} unpaid {caps.orders === 1 ? 'order' : 'orders'},{' '}
          {formatDollars(caps.cents).replace('.00', '')} in all; we send no other mail.
        </span>
      </p>
      <div className="row">
        <SendVerification onSent={forget} />
        {site?.inboxPath && <a href={site.inboxPath}>Open the demo’s inbox</a>}
      </div>
    </aside>
  )
}
