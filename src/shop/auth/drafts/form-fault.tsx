import { Link, useLocation } from 'react-router'
import { useHasSessionEnded } from '#shop/auth/access/session-end.ts'
import { loginPath } from '#shop/auth/auth.ts'

/**
 * A form's error message; when the session has ended, with a link to log in and return to the
 * input.
 */
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
