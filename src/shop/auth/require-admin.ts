import { redirect } from 'react-router'
import { answerOf, RestRefusal, restClient } from '#platform/http/rest-client.ts'
import { adminsOnly } from './admins-only.ts'
import { accessToken, authorizedFetch } from './authorized-fetch.ts'
import { requireSession } from './require-session.ts'
import type { RoleApi } from './role-api.server.ts'

const client = restClient<RoleApi>(authorizedFetch)

/**
 * In the browser, the first line of each admin page's loader. A clear no clears the access token
 * and leads to /login (spec 2); when the shop does not say, it throws, and the page offers a retry.
 */
export async function requireAdmin(url: URL): Promise<void> {
  const email = await requireSession(url)
  if (await fetchIsAdmin(email)) return
  accessToken.clear()
  adminsOnly.note()
  throw redirect('/login')
}

/** Whether this user is an admin. Throws when the shop does not clearly say yes or no. */
async function fetchIsAdmin(email: string): Promise<boolean> {
  const init = { signal: AbortSignal.timeout(10_000) }
  try {
    return (await answerOf(client.users.admin[':email'].$get({ param: { email } }, { init }))).admin
  } catch (error) {
    if (error instanceof RestRefusal && error.status === 401) return false
    throw error
  }
}
