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
  /** The Retry-After header, in seconds. */
  retryAfter?: (refusal: Of) => number
}

/** A slice's refusals and their responses; a missing row is a type error. */
export type RefusalTable<Of extends Refusal> = {
  [Code in Of['refused']]: RefusalResponse<Extract<Of, Refusal<Code>>>
}

/** Returns a function that turns refusals into errors: `throw refuse({ refused: 'no-such-review' })`. */
export function refusals<Of extends Refusal>(table: RefusalTable<Of>) {
  return (refusal: Of): HttpRefusal => {
    const name: Of['refused'] = refusal.refused
    // TypeScript can't infer that the row of a refusal's name has that refusal's type.
    const row = table[name] as RefusalResponse<Of>
    const message = typeof row.text === 'string' ? row.text : row.text(refusal)
    const fields = row.field ? { [row.field]: message } : row.fields?.(refusal)
    return new HttpRefusal(row.status, row.code ?? name, message, {
      fields,
      ...(row.retryAfter && { headers: { 'Retry-After': String(row.retryAfter(refusal)) } }),
    })
  }
}
