import { createContext, type MiddlewareFunction, redirect } from 'react-router'
import { type CurrentUser, loginPath } from '#shop/auth/auth.ts'

/**
 * The user of a server-rendered page, null for a visitor. A promise, so that a database failure
 * surfaces inside the page and the navigation still renders.
 */
export const currentUserContext = createContext<Promise<CurrentUser | null>>(Promise.resolve(null))

/** The middleware of pages behind the login: redirects visitors to /login, which returns here. */
export const requireLogin: MiddlewareFunction = async ({ context, url }) => {
  const currentUser = await context.get(currentUserContext)
  if (!currentUser) throw redirect(loginPath(url.pathname + url.search))
}
