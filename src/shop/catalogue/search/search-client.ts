import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import type { SearchApi } from './search-api.server.ts'
import type { Suggestions } from './search-json.server.ts'

const client = restClient<SearchApi>()

/** Suggests products and categories while a search is typed; a later one aborts it. */
export function fetchSuggestions(q: string, signal: AbortSignal): Promise<Suggestions> {
  return answerOf(client.products.suggest.$get({ query: { q } }, { init: { signal } }))
}
