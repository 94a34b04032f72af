import { restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { RefundsApi } from '#shop/refunds/refunds-api.server.ts'

export const refundsApi = restClient<RefundsApi>(authorizedFetch)
