import { answerOf, RestRefusal, restClient } from '#platform/rest-client.ts'
import type { CountriesApi } from './countries-api.server.ts'
import type { ManageUsersApi } from './manage-users-api.server.ts'
import { signedInFetch } from './signed-in-fetch.ts'
import type { UsersApi } from './users-api.server.ts'

const client = restClient<UsersApi>(signedInFetch)
const managing = restClient<ManageUsersApi>(signedInFetch)
const countries = restClient<CountriesApi>()

export type User = Awaited<ReturnType<typeof fetchProfile>>

export function fetchProfile(email: string) {
  return answerOf(client.users[':email'].$get({ param: { email } }))
}

export async function sendProfile(
  email: string,
  profile: { name?: string; phone?: string; country?: string; city?: string; address?: string },
): Promise<void> {
  await answerOf(client.users[':email'].$put({ param: { email }, json: profile }))
}

export function fetchCountries(): Promise<string[]> {
  return answerOf(countries.countries.$get())
}

/** Whether this user is an admin. Throws when the shop does not clearly say yes or no. */
export async function fetchIsAdmin(email: string): Promise<boolean> {
  const init = { signal: AbortSignal.timeout(10_000) }
  try {
    return (await answerOf(client.users.admin[':email'].$get({ param: { email } }, { init }))).admin
  } catch (error) {
    if (error instanceof RestRefusal && error.status === 401) return false
    throw error
  }
}

export function fetchUsers(query: { search: string; size: number; page: number }): Promise<User[]> {
  const { search, size, page } = query
  return answerOf(
    managing.users.$get({ query: { search, size: String(size), page: String(page) } }),
  )
}

export async function fetchUsersCount(search: string): Promise<number> {
  return (await answerOf(managing.usersCount.$get({ query: { search } }))).count
}

export async function sendPromotion(email: string): Promise<void> {
  await answerOf(managing.users.admin[':email'].$put({ param: { email } }))
}

export async function sendDeletion(email: string): Promise<void> {
  await answerOf(managing.users[':email'].$delete({ param: { email } }))
}
