import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import type { SearchApi } from './search-api.server.ts'
import type { SearchResult, Suggestions } from './search-json.server.ts'

const client = restClient<SearchApi>()

/** Searches products; `params` are those of the page's URL. */
export function fetchSearch(
  params: URLSearchParams,
  { size, page }: { size: number; page: number },
): Promise<SearchResult> {
  const query: Record<string, string | string[]> = {}
  for (const name of new Set(params.keys())) query[name] = params.getAll(name)
  const place = { size: String(size), page: String(page) }
  return answerOf(client.products.search.$get({ query: { ...query, ...place } }))
}

/** Suggests products and categories while a search is typed; a later one aborts it. */
export function fetchSuggestions(q: string, signal: AbortSignal): Promise<Suggestions> {
  return answerOf(client.products.suggest.$get({ query: { q } }, { init: { signal } }))
}
