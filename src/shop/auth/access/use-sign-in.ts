import { useEffect } from 'react'
import { href, useNavigate, useRevalidator, useRouteLoaderData, useSearchParams } from 'react-router'
import { normalEmail } from '#platform/email.ts'
import { withQuery } from '#platform/http/query.ts'
import { type CurrentUser, codePath, safeReturnPath } from '#shop/auth/auth.ts'
import { withAuthChange } from '#shop/auth/auth-change.ts'
import { type AuthResult, callAuth, unreachable } from '#shop/auth/auth-client.ts'
import { noteUnsentLink } from '#shop/auth/unsent-link.ts'
import { showToast } from '#ui/toast.ts'
import { setSessionEnded } from '#web/session-end.ts'
import { accessToken, renewToken } from './authorized-fetch.ts'

/** Returns the signed-in user, or null for a visitor. */
export function useCurrentUser(): CurrentUser | null {
  return useRouteLoaderData<{ currentUser: CurrentUser | null }>('root')?.currentUser ?? null
}

/**
 * Completes a sign-in once the session cookie is set: stores the access token, returns to the
 * previous page and confirms it. Throws when no token is issued.
 */
export function useCompleteSignIn() {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [query] = useSearchParams()
  return async () => {
    await withAuthChange(async () => {
      accessToken.clear()
      if (!(await renewToken())) throw new Error('The browser did not store the session cookie')
      await revalidate()
      await navigate(safeReturnPath(query.get('from')), { replace: true })
    })
    await showToast('success', 'Successfully Logged User')
  }
}

/**
 * Signs in by a better-auth endpoint, stores the access token and returns to the previous page. A
 * refusal changes nothing and is returned.
 */
export function useSignIn() {
  const completeSignIn = useCompleteSignIn()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  return async (path: 'sign-in/email' | 'sign-up/email', form: { email: string }) => {
    const invitation = (path === 'sign-up/email' && query.get('invitation')) || undefined
    const call = withQuery(path, { invitation })
    const answer: AuthResult<{ twoFactorRedirect?: boolean }> = await callAuth('POST', call, form)
    if (!answer.ok) return answer
    // No session yet: the login page asks for the code.
    if (answer.body.twoFactorRedirect) {
      await navigate(codePath(safeReturnPath(query.get('from'))), { replace: true })
      return answer
    }
    if (answer.retryAfter) noteUnsentLink(normalEmail(form.email), answer.retryAfter)
    return completeSignIn().then(
      () => answer,
      () => unreachable,
    )
  }
}

/** Ends the session on the server, removes the access token and opens the home page. */
export function useSignOut() {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return async () => {
    const isOut = await withAuthChange(async () => {
      if (!(await callAuth('POST', 'sign-out', {})).ok) return false
      // Only after the server has ended the session: other tabs query it as soon as the token is
      // removed.
      accessToken.write('')
      accessToken.clear()
      await navigate(href('/'))
      await revalidate()
      return true
    })
    // The user is still signed in.
    if (!isOut) await showToast('error', 'Something went wrong')
  }
}

/**
 * Synchronizes sign-ins and sign-outs between tabs: each reloads the current user. A session that
 * another tab found ended keeps this page and its unsaved input.
 */
export function useOtherTabs() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const follow = ({ key, oldValue, newValue }: StorageEvent) => {
      // A renewed token belongs to the same user; a sign-out writes an empty one and then removes it.
      const isRenewed = Boolean(oldValue) && Boolean(newValue)
      if (key !== accessToken.key || isRenewed) return
      if (newValue === null) return oldValue ? setSessionEnded(true) : undefined
      if (newValue) setSessionEnded(false)
      void withAuthChange(revalidate)
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [revalidate])
}
