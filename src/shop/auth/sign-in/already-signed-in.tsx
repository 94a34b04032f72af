import { useEffect, useState } from 'react'
import { href, Link, useSearchParams } from 'react-router'
import { adminsOnly } from '#shop/auth/access/require-admin.ts'
import { useCurrentUser, useSignOut } from '#shop/auth/access/use-sign-in.ts'
import { type CurrentUser, safeReturnPath } from '#shop/auth/auth.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'

/** Returns the user who was signed in when the page opened and still is; a login on this page does not change it. */
export function useAlreadySignedIn(): CurrentUser | null {
  const user = useCurrentUser()
  const [wasSignedIn] = useState(user !== null)
  return wasSignedIn ? user : null
}

/** Shown instead of the login or registration form: the current user, with links to continue or sign out. */
export function AlreadySignedIn({ user }: { user: CurrentUser }) {
  const signOut = useSignOut()
  const isReady = useHydrated()
  const [query] = useSearchParams()
  const path = safeReturnPath(query.get('from'))
  useEffect(() => () => adminsOnly.clear(), [])
  return (
    <>
      <p>
        You are signed in as <strong>{user.displayName}</strong> ({user.email}).
        {adminsOnly.read() && !user.isAdmin && ' This page is for admins.'}
      </p>
      <p className="button-row flex flex-wrap gap-12">
        {path === href('/') ? (
          <Link to={href('/dashboard')} className={buttonVariant.primary}>
            Go to my dashboard
          </Link>
        ) : (
          <Link to={path} className={buttonVariant.primary}>
            Continue
          </Link>
        )}
        <Button variant="quiet" disabled={!isReady} onClick={signOut}>
          Sign Out
        </Button>
      </p>
    </>
  )
}
