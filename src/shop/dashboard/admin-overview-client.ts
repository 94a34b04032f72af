import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { AdminOverviewApi } from './admin-overview-api.server.ts'
import type { Overview } from './admin-overview-json.server.ts'

const client = restClient<AdminOverviewApi>(authorizedFetch)

/** For admins: fetches the overview. */
export function fetchAdminOverview(): Promise<Overview> {
  return answerOf(client.dashboard.overview.$get())
}
