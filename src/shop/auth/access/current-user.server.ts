import { createContext, type RouterContextProvider, redirect } from 'react-router'
import { type CurrentUser, loginPath } from '#shop/auth/auth.ts'

/**
 * The user of a server-rendered page, null for a visitor. A promise, so that a database failure
 * surfaces inside the page and the navigation still renders.
 */
export const currentUserContext = createContext<Promise<CurrentUser | null>>(Promise.resolve(null))

/** Returns the current user; redirects visitors to /login, which returns here afterwards. */
export async function requireCurrentUser(
  context: Readonly<RouterContextProvider>,
  url: URL,
): Promise<CurrentUser> {
  const currentUser = await context.get(currentUserContext)
  if (currentUser) return currentUser
  throw redirect(loginPath(url.pathname + url.search))
}
