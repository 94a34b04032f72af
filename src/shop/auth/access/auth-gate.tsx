import type { ReactNode } from 'react'
import { href, useLocation } from 'react-router'
import { useIsAuthChanging } from '#shop/auth/auth-change.ts'
import { Spinner } from '#ui/spinner.tsx'

/**
 * While the auth state loads, a full spinner replaces the layout (product 4.1). The layout is only out of
 * sight: a form that was half filled in another tab keeps what it holds.
 */
export function AuthGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const isChanging = useIsAuthChanging()
  // Who comes back from Google is in between from the first HTML on.
  const isLoading = isChanging || pathname === href('/signed-in')
  return (
    <>
      <div className={isLoading ? 'layout layout-away' : 'layout'}>{children}</div>
      {isLoading && (
        <div className="full-spinner">
          <Spinner />
        </div>
      )}
    </>
  )
}
