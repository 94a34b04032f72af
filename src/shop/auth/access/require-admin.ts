import { href, redirect } from 'react-router'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { withQuery } from '#platform/http/query.ts'
import { accessToken, apiClient } from './authorized-fetch.ts'
import { requireSession } from './require-session.ts'
import type { createRoleApi } from './role-api.server.ts'

const api = apiClient<typeof createRoleApi>()

/** The loader of an admin page, in the browser: `load` runs only for admins. */
export function adminLoader<Args extends { url: URL }, Data>(load: (args: Args) => Promise<Data>) {
  return async (args: Args): Promise<Data> => {
    await requireAdmin(args.url)
    return load(args)
  }
}

/**
 * Passes only admins, in the browser. A refusal clears the access token and
 * redirects to /login (product 2.4). Throws when the shop does not respond; the page then offers a
 * retry.
 */
export async function requireAdmin(url: URL): Promise<void> {
  const email = await requireSession(url)
  const { admin, secondFactorRequired } = await fetchRole(email)
  if (secondFactorRequired) throw redirect(withQuery(href('/dashboard/security'), { required: true }))
  if (admin) return
  accessToken.clear()
  adminsOnly.note()
  throw redirect(href('/login'))
}

/** Returns whether this user is an admin. Throws when the shop does not give a clear response. */
async function fetchRole(email: string) {
  const init = { signal: AbortSignal.timeout(10_000) }
  try {
    return await api.users.admin[':email'].$get({ param: { email } }, { init })
  } catch (error) {
    if (error instanceof RestRefusal && error.status === 401) return { admin: false }
    throw error
  }
}

let isRefused = false

/**
 * Remembers that the user was redirected to /login from an admin page. The specification fixes the
 * login URL, so the reason travels outside of it and is lost on reload.
 */
export const adminsOnly = {
  note: () => {
    isRefused = true
  },
  read: () => isRefused,
  clear: () => {
    isRefused = false
  },
}
