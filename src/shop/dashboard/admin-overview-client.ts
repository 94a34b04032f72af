import { answerOf, restClient } from '#platform/http/rest-client.ts'
import { signedInFetch } from '#shop/auth/authorized-fetch.ts'
import type { TodayApi } from './admin-overview-api.server.ts'

const client = restClient<TodayApi>(signedInFetch)

export type Today = Awaited<ReturnType<typeof fetchToday>>

/** For admins: what needs doing. */
export function fetchToday() {
  return answerOf(client.dashboard.today.$get())
}
