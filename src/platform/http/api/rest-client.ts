import type { Hono } from 'hono'
import { type ClientResponse, hc } from 'hono/client'
import type { RefusalBody } from '#platform/http/http-errors.ts'

/** Returns a typed client for a slice's REST routes: `restClient<ProductsApi>().products.$get(…)`. */
// biome-ignore lint/suspicious/noExplicitAny: hc takes an app of any environment and schema
export function restClient<Api extends Hono<any, any, any>>(send: typeof fetch = fetch) {
  return hc<Api>('/api', { fetch: send })
}

/** An error response of the API, with its message and invalid inputs. */
export class RestRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>

  constructor(status: number, body: RefusalBody) {
    super(body.message)
    this.status = status
    this.code = body.code
    this.fields = body.fields ?? {}
  }
}

type OkBody<Sent> = Sent extends ClientResponse<infer Body, 200, 'json'> ? Body : never

/** Returns the JSON of a successful response. Throws a RestRefusal otherwise, and what `fetch` throws. */
export async function answerOf<Sent extends ClientResponse<unknown>>(
  pending: Promise<Sent>,
): Promise<OkBody<Sent>> {
  const response = await pending
  if (!response.ok) throw new RestRefusal(response.status, await refusalBody(response))
  return (await response.json()) as OkBody<Sent>
}

async function refusalBody(response: { json: () => Promise<unknown> }): Promise<RefusalBody> {
  const body = await response.json().catch(() => null)
  return body !== null && typeof body === 'object' && 'message' in body && 'code' in body
    ? (body as RefusalBody)
    : { code: 'unreadable', message: 'Something went wrong' }
}

/** Returns the message for a failed request: the shop's own text if it sent one. */
export function refusalText(error: unknown): string {
  return error instanceof RestRefusal && error.status < 500 ? error.message : 'Something went wrong'
}
