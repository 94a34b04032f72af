import { createContext, type RouterContextProvider, redirect } from 'react-router'
import { type CurrentUser, loginPath } from '#shop/auth/auth.ts'

/**
 * Who looks at a page that is rendered on the server: null for a visitor. A promise, so that a
 * database out of reach fails inside the page, which then says so and keeps the navigation.
 */
export const currentUserContext = createContext<Promise<CurrentUser | null>>(Promise.resolve(null))

/** The signed-in viewer; sends a visitor to /login, to come back afterwards. */
export async function requireCurrentUser(
  context: Readonly<RouterContextProvider>,
  url: URL,
): Promise<CurrentUser> {
  const currentUser = await context.get(currentUserContext)
  if (currentUser) return currentUser
  throw redirect(loginPath(url.pathname + url.search))
}
