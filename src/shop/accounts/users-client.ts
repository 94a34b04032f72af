import { answerOf, restClient } from '#platform/rest-client.ts'
import { signedInFetch } from './signed-in-fetch.ts'
import type { UsersApi } from './users-api.server.ts'

const client = restClient<UsersApi>(signedInFetch)

export function fetchProfile(email: string) {
  return answerOf(client.users[':email'].$get({ param: { email } }))
}
