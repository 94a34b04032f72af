import { useSearchParams } from 'react-router'
import { NarrowPage } from '#web/narrow-page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetRequestForm } from './reset-request-form.tsx'

/** Without a token, a form that requests a link; with the mailed token, a form for the new password. */
export default function ResetPasswordPage() {
  const [query] = useSearchParams()
  const token = query.get('token')
  return (
    <NarrowPage
      title="Reset Password"
      description="Forgot your password? Get a link by mail that lets you choose a new one, within ten minutes."
    >
      {/* Keeps the token in the URL out of the Referer header. */}
      <meta name="referrer" content="no-referrer" />

      {token === null ? <ResetRequestForm /> : <NewPasswordForm token={token} />}
    </NarrowPage>
  )
}
