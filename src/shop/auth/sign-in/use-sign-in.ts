import { useEffect } from 'react'
import { href, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { accessToken, renewToken } from '#shop/auth/access/authorized-fetch.ts'
import { codePath, safeReturnPath } from '#shop/auth/auth.ts'
import { changingAuth } from '#shop/auth/auth-change.ts'
import { type IdentityAnswer, identityCall, unreachable } from '#shop/auth/auth-client.ts'
import { showToast } from '#ui/toast.ts'

/**
 * What follows when the session cookie is there: stores the access token, returns to where the
 * visitor came from, and says so. Throws when there is no token to be had.
 */
export function useArrival() {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [query] = useSearchParams()
  return async () => {
    await changingAuth(async () => {
      accessToken.clear()
      if (!(await renewToken())) throw new Error('The browser kept no session')
      await revalidate()
      await navigate(safeReturnPath(query.get('from')), { replace: true })
    })
    await showToast('success', 'Successfully Logged User')
  }
}

/**
 * Signs in by one of the identity provider's calls, stores the access token and returns to where
 * the visitor came from. A refusal changes nothing and is handed back.
 */
export function useSignIn() {
  const arrive = useArrival()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  return async (path: 'sign-in/email' | 'sign-up/email', form: object) => {
    const answer: IdentityAnswer<{ twoFactorRedirect?: boolean }> = await identityCall(
      'POST',
      path,
      form,
    )
    if (!answer.ok) return answer
    // No session yet: the login page asks for the code.
    if (answer.body.twoFactorRedirect) {
      await navigate(codePath(safeReturnPath(query.get('from'))), { replace: true })
      return answer
    }
    return arrive().then(
      () => answer,
      () => unreachable,
    )
  }
}

/** Ends the session on the server and forgets the access token, then goes home. */
export function useSignOut() {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return async () => {
    const isOut = await changingAuth(async () => {
      if (!(await identityCall('POST', 'sign-out', {})).ok) return false
      // After the server knows: other tabs ask it as soon as a token goes, so there must be one.
      accessToken.write('')
      accessToken.clear()
      await navigate(href('/'))
      await revalidate()
      return true
    })
    // Still signed in, and the page says so.
    if (!isOut) await showToast('error', 'Something went wrong')
  }
}

/** Signing in or out in one tab is seen in all: each asks anew who is signed in. */
export function useOtherTabs() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const follow = ({ key, oldValue, newValue }: StorageEvent) => {
      // A token that is renewed is still the same person's.
      const isRenewed = oldValue !== null && newValue !== null
      if (key === accessToken.key && !isRenewed) void changingAuth(revalidate)
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [revalidate])
}
