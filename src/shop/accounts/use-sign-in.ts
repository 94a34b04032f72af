import { useEffect } from 'react'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { showToast } from '#ui/toast.ts'
import { safeReturnPath } from './account.ts'
import { type IdentityAnswer, identityCall } from './identity-call.ts'
import { accessToken, renewToken } from './signed-in-fetch.ts'

/**
 * What follows when the session cookie is there: stores the access token, returns to where the
 * visitor came from, and says so.
 */
export function useArrival() {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [query] = useSearchParams()
  return async () => {
    accessToken.clear()
    await renewToken()
    await revalidate()
    await navigate(safeReturnPath(query.get('from')), { replace: true })
    await showToast('success', 'Successfully Logged User')
  }
}

/**
 * Signs in by one of the identity provider's calls, stores the access token and returns to where
 * the visitor came from. A refusal changes nothing and is handed back.
 */
export function useSignIn() {
  const arrive = useArrival()
  return async (path: 'sign-in/email' | 'sign-up/email', form: object) => {
    const answer: IdentityAnswer<unknown> = await identityCall('POST', path, form)
    if (answer.ok) await arrive()
    return answer
  }
}

/** Ends the session on the server and forgets the access token, then goes home. */
export function useSignOut() {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return async () => {
    try {
      await identityCall('POST', 'sign-out', {})
    } finally {
      // After the server knows: other tabs ask it as soon as the token goes.
      accessToken.clear()
    }
    await navigate('/')
    await revalidate()
  }
}

/** Signing in or out in one tab is seen in all: each asks anew who is signed in. */
export function useOtherTabs() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === accessToken.key) void revalidate()
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [revalidate])
}
