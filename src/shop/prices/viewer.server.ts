import type { RouterContextProvider } from 'react-router'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { currentUserContext } from '#shop/auth/access/current-user.server.ts'

/** Who sees prices: a user, a company as a whole, or any of a group; a visitor is none of them. */
export type Viewer = { accountId?: string; companyId?: string; groupId?: string }

export async function pageViewer(context: Readonly<RouterContextProvider>): Promise<Viewer> {
  const user = await context.get(currentUserContext)
  return user ? { accountId: user.seesAs?.uid ?? user.uid } : {}
}

export function callerViewer(caller: Pick<Caller, 'id' | 'seesAs'> | null): Viewer {
  return caller ? { accountId: caller.seesAs ?? caller.id } : {}
}
