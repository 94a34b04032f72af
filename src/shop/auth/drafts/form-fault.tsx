import { Link, useLocation } from 'react-router'
import { useHasSessionEnded } from '#shop/auth/access/session-end.ts'
import { loginPath } from '#shop/auth/auth.ts'

/** A fault of a form; when the session ended, also the login that comes back to what was typed. */
export function FormFault({ text }: { text: string | undefined }) {
  const { pathname, search } = useLocation()
  const hasEnded = useHasSessionEnded()
  if (!hasEnded || !text) return text
  return (
    <>
      {text}
      <span className="form-error-note">
        <Link to={loginPath(pathname + search)}>Log in again</Link>. What you typed stays in the
        form.
      </span>
    </>
  )
}
