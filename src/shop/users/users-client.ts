import type { z } from 'zod'
import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { profileForm } from '#shop/auth/auth-forms.ts'
import type { BuyerTaxApi, buyerTaxJson } from '#shop/users/admin/buyer-tax-api.server.ts'
import type { BuyerTaxForm } from '#shop/users/admin/buyer-tax-form.ts'
import type { ManageUsersApi } from '#shop/users/admin/manage-users-api.server.ts'
import type { CountriesApi } from './countries-api.server.ts'
import type { ManagedUser, User } from './user-json.server.ts'
import type { UsersApi } from './users-api.server.ts'

const client = restClient<UsersApi>(authorizedFetch)
const managing = restClient<ManageUsersApi>(authorizedFetch)
const taxing = restClient<BuyerTaxApi>(authorizedFetch)
const countries = restClient<CountriesApi>()

export function fetchProfile(email: string): Promise<User> {
  return answerOf(client.users[':email'].$get({ param: { email } }))
}

export async function sendProfile(
  email: string,
  profile: z.input<typeof profileForm>,
): Promise<void> {
  await answerOf(client.users[':email'].$put({ param: { email }, json: profile }))
}

export function fetchCountries(): Promise<string[]> {
  return answerOf(countries.countries.$get())
}

export function fetchUsers(query: {
  search: string
  size: number
  page: number
}): Promise<ManagedUser[]> {
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

/** Makes an admin a buyer; `isOwn` confirms that it is the caller. */
export async function sendDemotion(email: string, isOwn: boolean): Promise<void> {
  const query = isOwn ? { confirm: 'own-role' as const } : {}
  await answerOf(managing.users.admin[':email'].$delete({ param: { email }, query }))
}

export async function sendDeletion(email: string): Promise<void> {
  await answerOf(managing.users[':email'].$delete({ param: { email } }))
}

/** How a buyer is taxed, and the tax ID of the profile. */
export type BuyerTax = z.infer<typeof buyerTaxJson>

export async function sendBuyerTax(email: string, tax: BuyerTaxForm): Promise<void> {
  await answerOf(taxing.users.tax[':email'].$put({ param: { email }, json: tax }))
}
