import { useEffect, useState } from 'react'
import { href, Link, useSearchParams } from 'react-router'
import { requireLogin } from '#shop/auth/access/current-user.server.ts'
import { callAuth } from '#shop/auth/auth-client.ts'
import { verificationText, verifiedText } from '#shop/auth/email-verification.ts'
import { buttonVariant } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { NarrowPage } from '#web/narrow-page.tsx'
import { pageError } from '#web/page-error.tsx'
import { useReload } from '#web/session-end.ts'

/** A link works only for its signed-in user, so visitors log in first. */
export const middleware = [requireLogin]

/** Makes the browser ask the server, whose middleware then checks the login. */
export const loader = () => null

/** The target of the link in a verification mail: verifies the e-mail on load. */
export default function VerifyEmailPage() {
  const [query] = useSearchParams()
  const { reload } = useReload()
  const [outcome, setOutcome] = useState<'verified' | { error: string }>()
  const token = query.get('token') ?? ''
  const verify = async () => {
    const path = `verify-email?token=${encodeURIComponent(token)}`
    const answer = await callAuth('GET', path)
    setOutcome(answer.ok ? 'verified' : { error: verificationText(answer.code) })
    await reload()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => void verify(), [])
  return (
    <NarrowPage title="Confirm your e-mail">
      {/* Keeps the token in the URL out of the Referer header. */}
      <meta name="referrer" content="no-referrer" />

      {outcome === undefined ? (
        <Spinner label="Confirming your e-mail" />
      ) : (
        <Outcome
          error={outcome === 'verified' ? null : outcome.error}
          success={verifiedText(query.get('step'))}
        />
      )}
    </NarrowPage>
  )
}

function Outcome({ error, success: message }: { error: string | null; success: string }) {
  if (error) return <p role="alert">{error}</p>
  return (
    <>
      <p role="status">{message}</p>
      <p>
        <Link to={href('/purchase')} className={buttonVariant.primary}>
          See all tools
        </Link>
      </p>
    </>
  )
}

export const ErrorBoundary = pageError('Confirm your e-mail', 'The page', {
  className: 'page page-narrow',
})
