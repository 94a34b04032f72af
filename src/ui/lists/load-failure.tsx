import { Link, useLocation } from 'react-router'
import { Button, buttonVariant } from '#ui/button.tsx'

type LoadFailureProps = {
  /** What did not come: "The tools did not load." */
  text: string
  /** Asks again in place; without it, the page is opened anew. */
  onRetry?: () => void
}

/** Something did not load, and the way to ask again: never a spinner without end. */
export function LoadFailure({ text, onRetry }: LoadFailureProps) {
  const { pathname, search } = useLocation()
  return (
    <div className="load-failure" role="alert">
      <p>{text} Please check the connection and try again.</p>
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
