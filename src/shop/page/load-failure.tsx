import { Link, useLocation, useRouteError } from 'react-router'
import { Button, buttonVariant } from '#ui/button.tsx'
import { failureAdvice } from '#ui/lists/failure-advice.ts'

type LoadFailureProps = {
  /** What failed to load: "The products failed to load." */
  text: string
  /** What was thrown; in a route's error boundary it defaults to the route's error. */
  error?: unknown
  /** Loads again in place; without it, the page is loaded again. */
  onRetry?: () => void
}

/** Says that something failed to load and what is known about why, with a way to try again. */
export function LoadFailure({ text, error, onRetry }: LoadFailureProps) {
  const { pathname, search } = useLocation()
  const routeError = useRouteError()
  return (
    <div className="load-failure" role="alert">
      <p>
        {text} {failureAdvice(error ?? routeError)}
      </p>
      {onRetry ? (
        <Button variant="quiet" onClick={onRetry}>
          Try again
        </Button>
      ) : (
        <Link to={pathname + search} replace className={buttonVariant.quiet}>
          Try again
        </Link>
      )}
    </div>
  )
}
