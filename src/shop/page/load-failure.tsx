import { Link, useLocation, useRouteError } from 'react-router'
import { Button, buttonVariant } from '#ui/button.tsx'
import { failureAdvice } from '#ui/lists/failure-advice.ts'

type LoadFailureProps = {
  /** What failed to load, as a sentence: "The products failed to load." */
  text: string
  /** The error; in a route's error boundary it defaults to the route's error. */
  error?: unknown
  /** Reloads in place; without it, the whole page is reloaded. */
  onRetry?: () => void
}

/** Says what failed to load, the known cause, and offers a retry. */
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
