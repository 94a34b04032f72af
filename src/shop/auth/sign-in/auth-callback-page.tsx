import { useEffect } from 'react'
import { redirect, useNavigate, useSearchParams } from 'react-router'
import { currentUserContext } from '#shop/auth/access/current-user.server.ts'
import { useCompleteSignIn } from '#shop/auth/access/use-sign-in.ts'
import { loginPath, safeReturnPath } from '#shop/auth/auth.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/auth-callback-page'

/** Visitors without a session only get here by typing the URL. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (await context.get(currentUserContext)) return null
  throw redirect(loginPath(safeReturnPath(url.searchParams.get('from'))))
}

/** Exchanges the session for the access token; the auth gate shows the spinner meanwhile. */
export default function SignedInPage() {
  const completeSignIn = useCompleteSignIn()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const showFailure = () =>
    navigate(loginPath(safeReturnPath(query.get('from')), { error: 'no-token' }), { replace: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => void completeSignIn().catch(showFailure), [])
  return <PageHead title="Login" />
}
