import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { SearchMiss, Synonym } from './synonym-json.server.ts'
import type { SynonymsApi } from './synonyms-api.server.ts'

const client = restClient<SynonymsApi>(authorizedFetch)

export function fetchSynonyms(): Promise<Synonym[]> {
  return answerOf(client.synonyms.$get())
}

export function fetchSearchMisses(): Promise<SearchMiss[]> {
  return answerOf(client.searchMisses.$get())
}

/** Adds a synonym set, or changes the one with this id. */
export function sendSynonym(id: string | null, terms: string[]): Promise<Synonym> {
  return id === null
    ? answerOf(client.synonyms.$post({ json: { terms } }))
    : answerOf(client.synonyms[':id'].$put({ param: { id }, json: { terms } }))
}

export async function sendSynonymDeletion(id: string): Promise<void> {
  await answerOf(client.synonyms[':id'].$delete({ param: { id } }))
}
