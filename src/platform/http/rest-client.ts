import type { Hono } from 'hono'
import { type ClientResponse, hc } from 'hono/client'
import type { RefusalBody } from './http-errors.ts'

/** A typed client of one slice's REST routes: `restClient<ProductsApi>().products.$get(…)`. */
// biome-ignore lint/suspicious/noExplicitAny: hc takes an app of any environment and schema
export function restClient<Api extends Hono<any, any, any>>(send: typeof fetch = fetch) {
  return hc<Api>('/api', { fetch: send })
}

/** An answer of the API that is a refusal, with its sentence and the inputs at fault. */
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

type OkBody<Answer> = Answer extends ClientResponse<infer Body, 200, 'json'> ? Body : never

/** The JSON of a successful answer. Throws a RestRefusal otherwise, and whatever `fetch` throws. */
export async function answerOf<Answer extends ClientResponse<unknown>>(
  pending: Promise<Answer>,
): Promise<OkBody<Answer>> {
  const answer = await pending
  if (!answer.ok) throw new RestRefusal(answer.status, await refusalBody(answer))
  return (await answer.json()) as OkBody<Answer>
}

async function refusalBody(answer: { json: () => Promise<unknown> }): Promise<RefusalBody> {
  const body = await answer.json().catch(() => null)
  return body !== null && typeof body === 'object' && 'message' in body && 'code' in body
    ? (body as RefusalBody)
    : { code: 'unreadable', message: 'Something went wrong' }
}

/** For loaders: a call that found nothing becomes the page's own 404. Everything else throws on. */
export function asPageError(error: unknown): never {
  if (error instanceof RestRefusal && error.status === 404) {
    throw new Response(null, { status: 404 })
  }
  throw error
}
