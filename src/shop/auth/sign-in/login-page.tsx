import { href, Link, useLocation, useSearchParams } from 'react-router'
import { googleText, loginText } from '#shop/auth/auth.ts'
import { loginForm } from '#shop/auth/auth-forms.ts'
import { CodeForm } from '#shop/auth/second-factor/code-form.tsx'
import { PasskeyButton } from '#shop/auth/second-factor/passkey-button.tsx'
import { NarrowPage } from '#web/narrow-page.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { AlreadySignedIn, useAlreadySignedIn } from './already-signed-in.tsx'
import { SignInForm } from './sign-in-form.tsx'

export const handle: PageHandle = { cached: [], priority: 'high' }

export default function LoginPage() {
  const [query] = useSearchParams()
  const user = useAlreadySignedIn()
  return (
    <NarrowPage
      title="Login"
      description="Log in to order tools in bulk, pay, follow your orders and review your tools."
    >
      {user && !query.has('code') ? (
        <AlreadySignedIn user={user} />
      ) : query.has('code') ? (
        <CodeForm />
      ) : (
        <LoginForm error={googleText(query.get('error'))} />
      )}
    </NarrowPage>
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
