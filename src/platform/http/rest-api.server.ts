import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context, Env } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isConnectionLost } from '#platform/database/connection-errors.server.ts'
import { fieldFaults } from './field-faults.ts'
import { HttpRefusal, unavailable } from './http-errors.ts'

/** A slice's REST routes: one schema validates, types and documents each. */
export function restApi<Variables extends Env = Env>() {
  return new OpenAPIHono<Variables>({
    defaultHook: (result, c) => {
      // Without a type a body is never read, and would pass for an empty one.
      if (result.target === 'json' && !c.req.header('Content-Type')) throw new HTTPException(415)
      if (!result.success) throw refusalFor(result.target, result.error)
    },
  })
}

/** What every refusal of the API looks like, for its documentation. */
export const refusal = z
  .object({
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  })
  .openapi('Refusal')

/** An answer of a route, for its documentation: `200: answers('The product', product)`. */
export function answers<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}

/** A refusal of a route, for its documentation: `404: refuses('No such product')`. */
export function refuses(description: string) {
  return answers(description, refusal)
}

/** The JSON body of a request, which must be there. */
export function body<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}

// A query or header that can't be read is malformed (400), an address that can't exist is missing
// (404), and a body whose values break a rule is refused with the fields at fault (422).
function refusalFor(target: string, error: z.core.$ZodError): HttpRefusal {
  const fields = fieldFaults(error)
  const message = error.issues.map((issue) => issue.message)[0] ?? 'Malformed request'
  if (target === 'param') return new HttpRefusal(404, 'not-found', 'Not found.')
  if (target === 'json') return new HttpRefusal(422, 'invalid', message, { fields })
  return new HttpRefusal(400, 'malformed', message, { fields })
}

/** Turns whatever a route threw into JSON; what nobody expected is logged and never shown. */
export function answerError(error: Error, c: Context, log: (error: Error) => void): Response {
  if (error instanceof HttpRefusal) return c.json(error.body, error.status, error.headers)
  if (error instanceof HTTPException && error.status < 500) {
    const message = 'Send a JSON body, with Content-Type: application/json.'
    return c.json({ code: 'malformed', message }, error.status)
  }
  // Whoever hung up in the middle of a body hears no answer, and nothing went wrong here.
  if (isBodyCutOff(error)) {
    return c.json({ code: 'malformed', message: 'The body ended too early.' }, 400)
  }
  log(error)
  if (isConnectionLost(error)) {
    const { body, status, headers } = unavailable()
    return c.json(body, status, headers)
  }
  return c.json({ code: 'internal', message: 'Something went wrong' }, 500)
}

function isBodyCutOff(error: Error): boolean {
  const { code, syscall } = Object(error)
  // Of a request it has no system call; a database's lost connection has one.
  const isReset = code === 'ECONNRESET' && error.message === 'aborted' && syscall === undefined
  return isReset || error.name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

const sizeRule = 'size must be a whole number from 1 to 1000'
const pageRule = 'page must be a whole number from 0'

/** `?size=` of a list; without one, the whole list is meant. */
export const listSize = z.coerce
  .number(sizeRule)
  .refine((size) => isWithin(size, 1, 1000), sizeRule)
  .optional()
  .openapi({ type: 'integer', minimum: 1, maximum: 1000 })

/** `?size=&page=` of a list. */
export const listQuery = z.object({
  size: listSize,
  page: z.coerce
    .number(pageRule)
    .refine((page) => isWithin(page, 0, 2 ** 31), pageRule)
    .default(0)
    .openapi({ type: 'integer', minimum: 0, maximum: 2 ** 31, description: 'From 0' }),
})

function isWithin(number: number, lowest: number, highest: number): boolean {
  return Number.isInteger(number) && number >= lowest && number <= highest
}
