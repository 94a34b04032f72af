import { answerOf, restClient } from '#platform/rest-client.ts'
import { signedInFetch } from '#shop/accounts/signed-in-fetch.ts'
import type { TodayApi } from './today-api.server.ts'

const client = restClient<TodayApi>(signedInFetch)

export type Today = Awaited<ReturnType<typeof fetchToday>>

/** For admins: what needs doing. */
export function fetchToday() {
  return answerOf(client.dashboard.today.$get())
}
