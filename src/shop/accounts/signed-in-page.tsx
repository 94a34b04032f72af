import { useEffect } from 'react'
import { Spinner } from '#ui/spinner.tsx'
import { useArrival } from './use-sign-in.ts'

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
