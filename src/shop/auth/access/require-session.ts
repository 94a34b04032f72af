import { redirect } from 'react-router'
import { loginPath } from '#shop/auth/auth.ts'
import { sessionEmail } from '#shop/auth/auth-client.ts'

/**
 * In the browser: returns the current user's e-mail; redirects visitors to /login, which returns to
 * `url`.
 */
export async function requireSession(url: URL): Promise<string> {
  const email = await sessionEmail()
  if (!email) throw redirect(loginPath(url.pathname + url.search))
  return email
}
