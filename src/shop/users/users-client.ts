import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { ManageUsersApi } from '#shop/users/admin/manage-users-api.server.ts'
import type { CountriesApi } from './countries-api.server.ts'
import type { User } from './user-json.server.ts'
import type { UsersApi } from './users-api.server.ts'

export const usersApi = apiClient<UsersApi | ManageUsersApi>()

export function fetchProfile(email: string): Promise<User> {
  return answerOf(usersApi.users[':email'].$get({ param: { email } }))
}

export function fetchCountries(): Promise<string[]> {
  return answerOf(restClient<CountriesApi>().countries.$get())
}
