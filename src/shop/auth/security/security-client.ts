import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import { callAuth } from '#shop/auth/auth-client.ts'
import type { Session } from '#shop/auth/sessions/session-json.server.ts'
import type { SessionsApi } from '#shop/auth/sessions/sessions-api.server.ts'
import type { SecurityState } from './security-api.server.ts'

const client = restClient<SessionsApi>(authorizedFetch)

export type { SecurityState }

/** Fetches the current user's sign-in methods. Throws when the shop does not respond. */
export async function fetchSecurity(): Promise<SecurityState> {
  const answer = await callAuth<SecurityState>('GET', 'security')
  if (!answer.ok) throw new Error(`Security settings request failed: status ${answer.status}`)
  return answer.body
}

export function fetchSessions(): Promise<Session[]> {
  return answerOf(client.sessions.$get())
}

export async function endSession(id: string): Promise<void> {
  await answerOf(client.sessions[':id'].$delete({ param: { id } }))
}

export async function endOtherSessions(): Promise<void> {
  await answerOf(client.sessions.$delete())
}
