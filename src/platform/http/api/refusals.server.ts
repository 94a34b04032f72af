import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { HttpRefusal } from '#platform/http/http-errors.ts'

/** Why an operation was refused, as domain functions return it. */
export type Refusal<Code extends string = string> = { refused: Code }

/** Returns a result that is no refusal. Throws the error of a refusal. */
export function orRefuse<Result extends object>(
  result: Result,
  refuse: (refusal: Extract<Result, Refusal>) => HttpRefusal,
): Exclude<Result, Refusal> {
  if ('refused' in result) throw refuse(result as Extract<Result, Refusal>)
  return result as Exclude<Result, Refusal>
}

type RefusalResponse<Of> = {
  status: ContentfulStatusCode
  text: string | ((refusal: Of) => string)
  /** The error code, if it differs from the refusal's name. */
  code?: string
  field?: string
  /** The invalid inputs with their messages, if there can be several. */
  fields?: (refusal: Of) => Record<string, string>
}

/** Returns a function that makes rows with a status; a row may name its field, or more. */
function answering(status: ContentfulStatusCode, code?: string) {
  return <Of>(
    text: RefusalResponse<Of>['text'],
    more: string | Omit<RefusalResponse<Of>, 'status' | 'text'> = {},
  ): RefusalResponse<Of> => ({
    status,
    text,
    ...(code && { code }),
    ...(typeof more === 'string' ? { field: more } : more),
  })
}

export const malformed = answering(400)
export const forbidden = answering(403)
export const notFound = answering(404)
export const conflict = answering(409)
export const unprocessable = answering(422)
/** For an input that breaks a rule, with the code of what a schema refuses. */
export const invalid = answering(422, 'invalid')
export const tooOften = answering(429)

/** A slice's refusals and their responses; a missing row is a type error. */
export type RefusalTable<Of extends Refusal> = {
  [Code in Of['refused']]: RefusalResponse<Extract<Of, Refusal<Code>>>
}

/**
 * Returns a function that turns refusals into errors: `throw refuse({ refused: 'no-such-review' })`. The
 * `seconds` of a refusal are its Retry-After.
 */
export function refusals<Of extends Refusal>(table: RefusalTable<Of>) {
  return (refusal: Of): HttpRefusal => {
    const name: Of['refused'] = refusal.refused
    // TypeScript can't infer that the row of a refusal's name has that refusal's type.
    const row = table[name] as RefusalResponse<Of>
    const message = typeof row.text === 'string' ? row.text : row.text(refusal)
    const fields = row.field ? { [row.field]: message } : row.fields?.(refusal)
    return new HttpRefusal(row.status, row.code ?? name, message, {
      fields,
      ...('seconds' in refusal && { headers: { 'Retry-After': String(refusal.seconds) } }),
    })
  }
}
