import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { OrderListApi } from './order-list-api.server.ts'
import type { SavedList } from './order-list-json.ts'

const client = restClient<OrderListApi>(authorizedFetch)

/** Fetches the user's current list. */
export function fetchList(): Promise<SavedList> {
  return answerOf(client['order-list'].$get())
}

/** Saves the current list; refused with 409 when another device saved it since `version`. */
export function sendList(list: SavedList): Promise<SavedList> {
  return answerOf(client['order-list'].$put({ json: list }))
}
