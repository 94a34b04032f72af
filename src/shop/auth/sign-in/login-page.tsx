import { href, Link, useLocation, useSearchParams } from 'react-router'
import { googleText, loginText } from '#shop/auth/auth-texts.ts'
import { PasskeyButton } from '#shop/auth/second-factor/passkey-button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { NarrowPage } from '#web/narrow-page.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { AlreadySignedIn, useAlreadySignedIn } from './already-signed-in.tsx'
import { SignInForm } from './sign-in-form.tsx'

// Loaded on demand, because they are larger than the rest of the page.
const loadRules = async () => (await import('#shop/auth/auth-forms.ts')).loginForm
const CodeForm = lazyPart(async () => (await import('#shop/auth/second-factor/code-form.tsx')).CodeForm)

export const handle: PageHandle = { cached: [] }

export default function LoginPage() {
  const [query] = useSearchParams()
  const user = useAlreadySignedIn()
  return (
    <NarrowPage
      title="Login"
      path={href('/login')}
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
        rules={loadRules}
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
