import { useSearchParams } from 'react-router'
import { PageHead } from '#shop/page/page-head.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetRequestForm } from './reset-request-form.tsx'

/** Without a token a form that asks for a link; with the mailed link's token, the new password. */
export default function ResetPasswordPage() {
  const [query] = useSearchParams()
  const token = query.get('token')
  return (
    <section className="page page-narrow">
      <PageHead
        title="Reset Password"
        description="Forgot your password? Get a link by mail that lets you choose a new one, within ten minutes."
      />
      {/* The link's token is nobody else's business. */}
      <meta name="referrer" content="no-referrer" />
      <h1 className="page-title">Reset Password</h1>
      {token === null ? <ResetRequestForm /> : <NewPasswordForm token={token} />}
    </section>
  )
}
