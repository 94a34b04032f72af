import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { CustomerDetails } from './customer-json.server.ts'
import type { CustomersApi } from './customers-api.server.ts'

const client = restClient<CustomersApi>(authorizedFetch)

/** For admins: fetches a user with orders, sums, lists and messages. */
export function fetchCustomer(id: string): Promise<CustomerDetails> {
  return answerOf(client.customers[':id'].$get({ param: { id } }))
}
