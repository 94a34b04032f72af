import { href, useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { useSite } from '#web/page-head.tsx'

/** "Continue with Google", if configured; remembers the path to return to. */
export function GoogleButton() {
  const site = useSite()
  const [query] = useSearchParams()
  if (!site?.offersGoogle) return null
  // Uses the public URL: the callback leads there, and only there the required cookie is set.
  return (
    <form method="post" action={`${site.publicUrl}/api/auth/sign-in/google`}>
      <p className="form-or flex gap-12 items-center soft">or</p>
      <input type="hidden" name="from" value={query.get('from') ?? href('/')} />
      <Button type="submit" variant="quiet" className="button-wide">
        <GoogleMark />
        Continue with Google
      </Button>
    </form>
  )
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" fill="none" strokeWidth="4" aria-hidden>
      <path d="M4 5 A8 8 0 0 1 15.5 4.5" stroke="#ea4335" />
      <path d="M4 5 A8 8 0 0 0 4 15" stroke="#fbbc05" />
      <path d="M4 15 A8 8 0 0 0 15 15.5" stroke="#34a853" />
      <path d="M15 15.5 A8 8 0 0 0 17.5 10 H10" stroke="#4285f4" />
    </svg>
  )
}
