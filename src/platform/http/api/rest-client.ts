import type { Hono } from 'hono'
import { type ClientResponse, hc } from 'hono/client'
import type { RefusalBody } from '#platform/http/http-errors.ts'

/** What makes the app of a slice's REST routes. */
// biome-ignore lint/suspicious/noExplicitAny: hc takes an app of any environment and schema
export type ApiCreator = (environment: any) => Hono<any, any, any>

/** Returns a typed client for REST routes whose calls answer with responses, such as files. */
export function responseClient<Create extends ApiCreator>(send: typeof fetch = fetch) {
  return hc<ReturnType<Create>>('/api', { fetch: send })
}

/** A client whose calls answer with the JSON of their responses. A file has none: it needs a `responseClient`. */
type Answering<Client> = Client extends (...given: infer Given) => Promise<infer Sent>
  ? (...given: Given) => Promise<[OkBody<Sent>] extends [never] ? 'no JSON' : OkBody<Sent>>
  : { [Part in keyof Client]: Answering<Client[Part]> }

/**
 * Returns a typed client for REST routes: `restClient<typeof createProductsApi>().products.$get(…)`. A call
 * answers with the JSON. It throws a RestRefusal, or what `fetch` throws.
 */
export function restClient<Create extends ApiCreator>(send?: typeof fetch) {
  return answering(responseClient<Create>(send)) as Answering<ReturnType<typeof responseClient<Create>>>
}

// biome-ignore lint/suspicious/noExplicitAny: a part of a client is an object of parts, and a function
function answering(client: any): unknown {
  return new Proxy(client, {
    get: (parts, name) => parts[name] && answering(parts[name]),
    apply: (call, _, given) => answerOf(call(...given)),
  })
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
  pending: Sent | Promise<Sent>,
): Promise<OkBody<Sent>> {
  const response = await pending
  if (!response.ok) throw await refusalOf(response)
  return (await response.json()) as OkBody<Sent>
}

export async function refusalOf(response: {
  status: number
  json: () => Promise<unknown>
}): Promise<RestRefusal> {
  const body = await response.json().catch(() => null)
  const isRefusal = body !== null && typeof body === 'object' && 'message' in body && 'code' in body
  const refusal = isRefusal ? (body as RefusalBody) : { code: 'unreadable', message: 'Something went wrong' }
  return new RestRefusal(response.status, refusal)
}

/**
 * Returns whether the shop refused a request for good, so that the next attempt needs a new key. After a
 * timeout or a server error it may have been done, so the next attempt reuses the key.
 */
export function isDecided(error: unknown): error is RestRefusal {
  return error instanceof RestRefusal && error.status < 500
}

/** Returns the message for a failed request: the shop's own text if it sent one. */
export function refusalText(error: unknown): string {
  return isDecided(error) ? error.message : 'Something went wrong'
}
