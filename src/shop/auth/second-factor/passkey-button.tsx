import { useState } from 'react'
import { useCompleteSignIn } from '#shop/auth/access/use-sign-in.ts'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'

// Loaded on demand, because few have a passkey.
const loadClient = () => import('./passkey-client.ts')

/** "Sign in with a passkey", in browsers that support passkeys. */
export function PasskeyButton() {
  const completeSignIn = useCompleteSignIn()
  const isReady = useHydrated()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState('')
  const signIn = async () => {
    setIsBusy(true)
    setError('')
    const answer = await loadClient().then(
      (client) => client.signInWithPasskey(),
      () => ({ ok: false as const, code: 'not-loaded' }),
    )
    const isIn =
      answer.ok &&
      (await completeSignIn().then(
        () => true,
        () => false,
      ))
    setIsBusy(false)
    if (isIn) return
    const wasCancelled = !answer.ok && answer.code === 'passkey-cancelled'
    setError(wasCancelled ? 'The passkey sign-in was cancelled.' : 'The passkey did not work.')
  }
  if (isReady && !('PublicKeyCredential' in window)) return null
  return (
    <div className="mt-12">
      <Button variant="quiet" className="button-wide" disabled={!isReady} busy={isBusy} onClick={signIn}>
        Sign in with a passkey
      </Button>
      <p className="form-error callout" role="alert">
        {error}
      </p>
    </div>
  )
}
