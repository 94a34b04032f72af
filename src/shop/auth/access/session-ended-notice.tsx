import { Link, useLocation } from 'react-router'
import { loginPath } from '#shop/auth/auth.ts'
import { buttonVariant } from '#ui/button.tsx'

/**
 * Says that the session has ended while the page still shows its user, and leads to the login that
 * returns here. Drafts keep the unsaved input.
 */
export function SessionEndedNotice() {
  const { pathname, search } = useLocation()
  return (
    <div className="session-ended row" role="alert" data-above-toasts>
      <p>
        <strong>Your session has ended.</strong> What you typed or changed stays on this page, but nothing is
        saved until you log in again.
      </p>
      <Link to={loginPath(pathname + search)} className={buttonVariant.primary}>
        Log in again
      </Link>
    </div>
  )
}
