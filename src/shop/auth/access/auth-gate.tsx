import type { ReactNode } from 'react'
import { href, useLocation } from 'react-router'
import { useIsAuthChanging } from '#shop/auth/auth-change.ts'
import { Spinner } from '#ui/spinner.tsx'

/**
 * Replaces the layout with a full-page spinner while the auth state loads (product 4.1). The layout
 * is only hidden, so that half-filled forms keep their values.
 */
export function AuthGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const isChanging = useIsAuthChanging()
  // A return from Google is in this state from the first HTML on.
  const isLoading = isChanging || pathname === href('/signed-in')
  return (
    <>
      <div className={isLoading ? 'layout layout-away' : 'layout'}>{children}</div>
      {isLoading && (
        <div className="full-spinner grid place-center">
          <Spinner />
        </div>
      )}
    </>
  )
}
