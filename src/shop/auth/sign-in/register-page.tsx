import { href, Link, useLocation } from 'react-router'
import { registerText } from '#shop/auth/auth.ts'
import { registerForm } from '#shop/auth/auth-forms.ts'
import { NarrowPage } from '#web/narrow-page.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { AlreadySignedIn, useAlreadySignedIn } from './already-signed-in.tsx'
import { SignInForm } from './sign-in-form.tsx'

export const handle: PageHandle = { cached: [] }

export default function RegisterPage() {
  const { search } = useLocation()
  const user = useAlreadySignedIn()
  return (
    <NarrowPage
      title="Register"
      description="Open an account to order tools in bulk, pay by card, follow each order and review what you bought."
    >
      {user ? (
        <AlreadySignedIn user={user} />
      ) : (
        <>
          <SignInForm
            call="sign-up/email"
            rules={registerForm}
            refusalText={registerText}
            button="Register"
          />
          <p>
            Already have an account? <Link to={href('/login') + search}>Login</Link>
          </p>
        </>
      )}
    </NarrowPage>
  )
}
