import { restClient } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { createManageUsersApi } from '#shop/users/admin/manage-users-api.server.ts'
import type { createCountriesApi } from './countries-api.server.ts'
import type { User } from './user-json.server.ts'
import type { createUsersApi } from './users-api.server.ts'

export const usersApi = apiClient<typeof createUsersApi | typeof createManageUsersApi>()

export function fetchProfile(email: string): Promise<User> {
  return usersApi.users[':email'].$get({ param: { email } })
}

export function fetchCountries(): Promise<string[]> {
  return restClient<typeof createCountriesApi>().countries.$get()
}
