import { useEffect } from 'react'
import { redirect } from 'react-router'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/signed-in-page'
import { loginPath, safeReturnPath } from './account.ts'
import { useArrival } from './use-sign-in.ts'
import { viewerContext } from './viewer.server.ts'

/** Nobody lands here without a session, except by hand. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (await context.get(viewerContext)) return null
  throw redirect(loginPath(safeReturnPath(url.searchParams.get('from'))))
}

/** Where a browser lands that comes back from Google with a session: it gets its access token. */
export default function SignedInPage() {
  const arrive = useArrival()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => void arrive(), [])
  return (
    <section className="page">
      <title>Login | Forgewell</title>
      <Spinner label="Signing in" />
    </section>
  )
}
