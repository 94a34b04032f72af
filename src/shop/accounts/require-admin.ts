import { redirect } from 'react-router'
import { requireSession } from './require-session.ts'
import { accessToken } from './signed-in-fetch.ts'
import { fetchIsAdmin } from './users-client.ts'

/**
 * In the browser, the first line of each admin page's loader. A clear no clears the access token
 * and leads to /login (spec 2); when the shop does not say, it throws, and the page offers a retry.
 */
export async function requireAdmin(url: URL): Promise<void> {
  const email = await requireSession(url)
  if (await fetchIsAdmin(email)) return
  accessToken.clear()
  throw redirect('/login')
}
