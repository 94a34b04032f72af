import { useRouteLoaderData } from 'react-router'
import type { CurrentUser } from '#shop/auth/auth.ts'

/** Returns the signed-in user, or null for a visitor. */
export function useCurrentUser(): CurrentUser | null {
  return useRouteLoaderData<{ currentUser: CurrentUser | null }>('root')?.currentUser ?? null
}
