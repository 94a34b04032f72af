import { href, Link, useLocation } from 'react-router'
import { registerText } from '#shop/auth/auth-texts.ts'
import { LegalLinks } from '#web/legal-links.tsx'
import { NarrowPage } from '#web/narrow-page.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { AlreadySignedIn, useAlreadySignedIn } from './already-signed-in.tsx'
import { SignInForm } from './sign-in-form.tsx'

// Loaded on demand, because they are larger than the rest of the page.
const loadRules = async () => (await import('#shop/auth/auth-forms.ts')).registerForm

export const handle: PageHandle = { cached: [] }

export default function RegisterPage() {
  const { search } = useLocation()
  const user = useAlreadySignedIn()
  return (
    <NarrowPage
      title="Register"
      path={href('/register')}
      description="Open an account to order tools in bulk, pay by card, follow each order and review what you bought."
    >
      {user ? (
        <AlreadySignedIn user={user} />
      ) : (
        <>
          <SignInForm call="sign-up/email" rules={loadRules} refusalText={registerText} button="Register" />
          <p>
            Already have an account? <Link to={href('/login') + search}>Login</Link>
          </p>
          <LegalLinks pages={['terms', 'privacy']} />
        </>
      )}
    </NarrowPage>
  )
}
