import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { SavedList } from '#shop/order-list/store/order-list-json.ts'
import type { NamedList, SharedList } from './named-list-json.server.ts'
import type { NamedListsApi } from './named-lists-api.server.ts'

const named = restClient<NamedListsApi>(authorizedFetch)

export function fetchNamedLists(): Promise<NamedList[]> {
  return answerOf(named['order-lists'].$get())
}

export function addNamedList(name: string, lines: SavedList['lines']): Promise<NamedList> {
  return answerOf(named['order-lists'].$post({ json: { name, lines } }))
}

/** Saves the lines of a named list, or its name; refused when it changed since it was read. */
export async function saveNamedList(
  { _id: id, lines, version }: NamedList,
  change: { lines: SavedList['lines'] } | { name: string },
): Promise<void> {
  const json = { lines, version, ...change }
  await answerOf(named['order-lists'][':id'].$put({ param: { id }, json }))
}

export async function deleteNamedList(id: string): Promise<void> {
  await answerOf(named['order-lists'][':id'].$delete({ param: { id } }))
}

/** Creates a link to a list, valid for 30 days, and returns its token. */
export async function shareList(id: string): Promise<string> {
  return (await answerOf(named['order-lists'][':id'].share.$post({ param: { id } }))).token
}

/** Revokes the link to a list. */
export async function unshareList(id: string): Promise<void> {
  await answerOf(named['order-lists'][':id'].share.$delete({ param: { id } }))
}

/** Fetches a list by its link; public. */
export function fetchSharedList(token: string): Promise<SharedList> {
  return answerOf(restClient<NamedListsApi>()['shared-lists'][':token'].$get({ param: { token } }))
}
