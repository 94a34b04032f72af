import { useEffect } from 'react'
import { href, Link, useLocation, useNavigate, useRouteError } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { failureAdvice, statusOf } from '#ui/lists/failure-advice.ts'

type LoadFailureProps = {
  /** What failed to load, as a sentence: "The products failed to load." */
  text: string
  /** The error; in a route's error boundary it defaults to the route's error. */
  error?: unknown
  /** Reloads in place; without it, the whole page is reloaded. */
  onRetry?: () => void
}

/** Says what failed to load, the known cause, and offers a retry, or the login after a 401. */
export function LoadFailure({ text, error, onRetry }: LoadFailureProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const routeError = useRouteError()
  const failure = error ?? routeError
  const hasSessionEnded = statusOf(failure) === 401
  const login = withQuery(href('/login'), { from: pathname + search })
  // A whole page can reload without loss; a part of a page may have unsaved input beside it.
  const isWholePage = error === undefined
  useEffect(() => {
    if (hasSessionEnded && isWholePage) void navigate(login, { replace: true })
  }, [hasSessionEnded, isWholePage, login, navigate])
  return (
    <div className="load-failure row" role="alert">
      <p>
        {text} {hasSessionEnded ? 'Your session has ended.' : failureAdvice(failure)}
      </p>
      {onRetry && !hasSessionEnded ? (
        <Button variant="quiet" onClick={onRetry}>
          Try again
        </Button>
      ) : (
        <Link
          to={hasSessionEnded ? login : pathname + search}
          replace={!hasSessionEnded}
          className={buttonVariant.quiet}
        >
          {hasSessionEnded ? 'Log in again' : 'Try again'}
        </Link>
      )}
    </div>
  )
}
