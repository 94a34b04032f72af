import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** What every refusal of the API looks like. `fields` names the inputs at fault and why. */
export type RefusalBody = { code: string; message: string; fields?: Record<string, string> }

/** Ends a request with a refusal: `throw new HttpRefusal(404, 'not-found', 'No such product.')`. */
export class HttpRefusal extends Error {
  readonly status: ContentfulStatusCode
  readonly body: RefusalBody
  readonly headers: Record<string, string>

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    more: { fields?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.body = { code, message, ...(more.fields && { fields: more.fields }) }
    this.headers = more.headers ?? {}
  }
}

/** Something that the shop leans on does not answer: nothing is lost, and trying again helps. */
export function unavailable(
  message = 'The shop is temporarily unavailable. Please try again.',
): HttpRefusal {
  return new HttpRefusal(503, 'unavailable', message, { headers: { 'Retry-After': '5' } })
}

/** Somebody does something too often: in so many seconds they may try again. */
export function tooMany(seconds: number): HttpRefusal {
  return new HttpRefusal(429, 'too-many', 'Too many attempts. Please try again later.', {
    headers: { 'Retry-After': String(seconds) },
  })
}
