import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { SynonymsApi } from './synonyms-api.server.ts'

const client = restClient<SynonymsApi>(authorizedFetch)

export function fetchSynonyms() {
  return answerOf(client.synonyms.$get())
}

export function fetchSearchMisses() {
  return answerOf(client.searchMisses.$get())
}

/** Adds a group of words, or changes the one with this id. */
export function sendSynonym(id: string | null, terms: string[]) {
  return id === null
    ? answerOf(client.synonyms.$post({ json: { terms } }))
    : answerOf(client.synonyms[':id'].$put({ param: { id }, json: { terms } }))
}

export async function sendSynonymDeletion(id: string): Promise<void> {
  await answerOf(client.synonyms[':id'].$delete({ param: { id } }))
}
