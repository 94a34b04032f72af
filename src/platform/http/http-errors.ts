import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The JSON body of every error of the API. `fields` maps invalid inputs to messages. */
export type RefusalBody = { code: string; message: string; fields?: Record<string, string> }

/** Ends a request with an error response: `throw new HttpRefusal(404, 'not-found', 'No such product.')`. */
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
    this.body = { code, message, fields: more.fields }
    // The rest of a body that is too large may never be read, so the next request needs a new connection.
    this.headers = { ...(status === 413 && { Connection: 'close' }), ...more.headers }
  }
}

/** A 503 with Retry-After: a dependency, such as the database, is unreachable. */
export function unavailable(message = 'The shop is temporarily unavailable. Please try again.'): HttpRefusal {
  return new HttpRefusal(503, 'unavailable', message, { headers: { 'Retry-After': '5' } })
}

export function tooManyRequests(seconds: number): HttpRefusal {
  return new HttpRefusal(429, 'too-many', 'Too many attempts. Please try again later.', {
    headers: { 'Retry-After': String(seconds) },
  })
}
