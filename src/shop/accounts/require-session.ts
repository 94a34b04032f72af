import { redirect } from 'react-router'
import { loginPath } from './account.ts'
import { sessionEmail } from './identity-call.ts'

/** In the browser: the signed-in e-mail address; sends a visitor to /login, to come back to `url`. */
export async function requireSession(url: URL): Promise<string> {
  const email = await sessionEmail()
  if (!email) throw redirect(loginPath(url.pathname + url.search))
  return email
}
