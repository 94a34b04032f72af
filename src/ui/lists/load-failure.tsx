import { Link, useLocation, useRouteError } from 'react-router'
import { Button, buttonVariant } from '#ui/button.tsx'
import { failureAdvice } from './failure-advice.ts'

type LoadFailureProps = {
  /** What did not come: "The tools did not load." */
  text: string
  /** Why; without it, the error of the page. */
  error?: unknown
  /** Asks again in place; without it, the page is opened anew. */
  onRetry?: () => void
}

/** Something did not load, what is known about it, and the way to ask again. */
export function LoadFailure({ text, error, onRetry }: LoadFailureProps) {
  const { pathname, search } = useLocation()
  const pageError = useRouteError()
  return (
    <div className="load-failure" role="alert">
      <p>
        {text} {failureAdvice(error ?? pageError)}
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
