import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { AdminOverviewApi } from './admin-overview-api.server.ts'

const client = restClient<AdminOverviewApi>(authorizedFetch)

export type Overview = Awaited<ReturnType<typeof fetchAdminOverview>>

/** For admins: fetches the overview. */
export function fetchAdminOverview() {
  return answerOf(client.dashboard.today.$get())
}
