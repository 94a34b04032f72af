import { href, Link, useLocation, useSearchParams } from 'react-router'
import { googleText, loginText } from '#shop/auth/auth.ts'
import { CodeForm } from '#shop/auth/second-factor/code-form.tsx'
import { PasskeyButton } from '#shop/auth/second-factor/passkey-button.tsx'
import { PageHead } from '#shop/page/page-head.tsx'
import { AlreadySignedIn, useAlreadySignedIn } from './already-signed-in.tsx'
import { loginForm } from './auth-forms.ts'
import { SignInForm } from './sign-in-form.tsx'

export default function LoginPage() {
  const [query] = useSearchParams()
  const user = useAlreadySignedIn()
  return (
    <section className="page page-narrow">
      <PageHead
        title="Login"
        description="Log in to order tools in bulk, pay, follow your orders and review your tools."
      />
      <h1 className="page-title">Login</h1>
      {user && !query.has('code') ? (
        <AlreadySignedIn user={user} />
      ) : query.has('code') ? (
        <CodeForm />
      ) : (
        <LoginForm error={googleText(query.get('error'))} />
      )}
    </section>
  )
}

function LoginForm({ error }: { error: string | undefined }) {
  const { search } = useLocation()
  return (
    <>
      <SignInForm
        call="sign-in/email"
        rules={loginForm}
        refusalText={loginText}
        button="Login"
        error={error}
      />
      <PasskeyButton />
      <p>
        New here? <Link to={href('/register') + search}>Create an account</Link>
        <br />
        <Link to={href('/reset-password')}>Forgot your password?</Link>
      </p>
    </>
  )
}
