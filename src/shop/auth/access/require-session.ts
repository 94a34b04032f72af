import { redirect } from 'react-router'
import { loginPath } from '#shop/auth/auth.ts'
import { sessionEmail } from '#shop/auth/auth-client.ts'
import { accessToken } from './authorized-fetch.ts'

/** In the browser: returns the current user's e-mail; redirects visitors to /login, which returns to `url`. */
export async function requireSession(url: URL): Promise<string> {
  const email = await sessionEmail()
  if (email) return email
  // A token that outlives its session is of no use.
  accessToken.clear()
  throw redirect(loginPath(url.pathname + url.search))
}
