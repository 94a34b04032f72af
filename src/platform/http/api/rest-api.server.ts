import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { Context, Env } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isConnectionLost } from '#platform/database/connection-errors.server.ts'
import { StorageUnavailable } from '#platform/files/file-store.server.ts'
import { HttpRefusal, unavailable } from '#platform/http/http-errors.ts'
import { fieldErrors } from './field-errors.ts'
import { setReadableMessages } from './validation-messages.server.ts'

setReadableMessages()

/** A route with its handler, and a hook for invalid requests if it has its own. */
type Served = readonly [route: RouteConfig, ...handlers: unknown[]]

/**
 * An app for a slice's REST routes by their operation ids: `restApi({ listNotes: adminList({ … }) })`. Their
 * schemas validate, type and document each route.
 */
export function restApi<const Routes extends Record<string, Served>>(routes: Routes) {
  const api = new OpenAPIHono<Env>({
    defaultHook: (result, c) => {
      // Without a Content-Type the body would count as empty instead of unsupported.
      if (result.target === 'json' && !c.req.header('Content-Type')) throw new HTTPException(415)
      if (!result.success) throw refusalFor(result.target, result.error, c.req.queries())
    },
  })
  type Typed = { [Id in keyof Routes]: { route: Routes[Id][0]; handler: unknown } }[keyof Routes]
  const served = Object.entries(routes).map(([operationId, [route, handler, hook]]) => {
    return { route: { operationId, ...route }, handler, hook }
  })
  return api.openapiRoutes(served as unknown as readonly [Typed])
}

/** The schema of every error response. */
export const refusal = z
  .object({
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  })
  .openapi('Refusal')

export const deletedJson = z.object({ deletedCount: z.number().int() })

export const countJson = z.object({ count: z.number() })

/** Documents a JSON response: `200: answers('The product', product)`. */
export function answers<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}

/** Documents an error response: `404: refuses('No such product')`. */
export function refuses(description: string) {
  return answers(description, refusal)
}

/** Documents error responses by their status. */
export function refusalsOf(texts: Partial<Record<number, string>>) {
  const refused = Object.entries(texts).map(([status, text = '']) => [status, refuses(text)])
  return Object.fromEntries(refused)
}

export function body<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}

// An invalid path parameter is a 404, an invalid body a 422 with its fields, and an invalid query or
// header a 400.
function refusalFor(target: string, error: z.core.$ZodError, query: Record<string, string[]>) {
  if (target === 'query') {
    const repeated = error.issues
      .map(({ path: [name] }) => String(name))
      .find((name) => (query[name]?.length ?? 0) > 1)
    if (repeated !== undefined) return givenTwice(repeated, query[repeated]?.length ?? 0)
  }
  const fields = fieldErrors(error)
  const message = error.issues.map((issue) => issue.message)[0] ?? 'Malformed request'
  if (target === 'param') return new HttpRefusal(404, 'not-found', 'Not found.')
  if (target === 'json') return new HttpRefusal(422, 'invalid', message, { fields })
  return new HttpRefusal(400, 'malformed', message, { fields })
}

function givenTwice(name: string, times: number): HttpRefusal {
  const message = `${name} is given ${times === 2 ? 'twice' : `${times} times`}`
  return new HttpRefusal(400, 'malformed', message, { fields: { [name]: message } })
}

/** Converts an error thrown by a route to a JSON response. Unexpected errors are logged, not exposed. */
export function errorResponse(error: Error, c: Context, log: (error: Error) => void): Response {
  if (error instanceof HttpRefusal) return c.json(error.body, error.status, error.headers)
  if (error instanceof HTTPException && error.status < 500) {
    const message = 'Send a JSON body, with Content-Type: application/json.'
    return c.json({ code: 'malformed', message }, error.status)
  }
  // The client disconnected while sending the body, which is not worth logging.
  if (isBodyCutOff(error)) {
    return c.json({ code: 'malformed', message: 'The body ended too early.' }, 400)
  }
  if (isUnstorable(error)) {
    return c.json({ code: 'malformed', message: 'A text contains invalid characters.' }, 400)
  }
  log(error)
  if (isUnavailable(error)) {
    const { body, status, headers } = unavailable()
    return c.json(body, status, headers)
  }
  return c.json({ code: 'internal', message: 'Something went wrong' }, 500)
}

function isBodyCutOff(error: Error): boolean {
  const { code, syscall } = Object(error)
  // Unlike a lost database connection, an aborted request has no system call.
  const isReset = code === 'ECONNRESET' && error.message === 'aborted' && syscall === undefined
  return isReset || error.name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Whether PostgreSQL refused a NUL character or a lone surrogate, in whatever part of the request. */
function isUnstorable(error: unknown): boolean {
  const { code, message } = Object(error)
  const isNoJson = code === '22P02' && message === 'invalid input syntax for type json'
  return isNoJson || ['22021', '22P05'].includes(code)
}

const sizeRule = 'size must be a whole number from 1 to 1000'
const pageRule = 'page must be a whole number from 0'

/** `?size=` of a list; without it, the whole list is returned. */
const listSize = z.coerce
  .number(sizeRule)
  .refine((size) => isWithin(size, 1, 1000), sizeRule)
  .optional()
  .openapi({ type: 'integer', minimum: 1, maximum: 1000 })

/** `?size=&page=` of a list; `page` starts at 0. */
export const listQuery = z.object({
  size: listSize,
  page: z.coerce
    .number(pageRule)
    .refine((page) => isWithin(page, 0, 2 ** 31), pageRule)
    .default(0)
    .openapi({ type: 'integer', minimum: 0, maximum: 2 ** 31, description: 'From 0' }),
})

/** A time in a query, such as `?from=`. */
export function timeQuery(description: string) {
  return z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-11-22T00:00:00Z' })
    .transform((text) => new Date(text))
    .optional()
    .openapi({ type: 'string', format: 'date-time', description })
}

function isWithin(number: number, min: number, max: number): boolean {
  return Number.isInteger(number) && number >= min && number <= max
}

/** Whether the database or the file store was unreachable, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof StorageUnavailable || isConnectionLost(error)
}
