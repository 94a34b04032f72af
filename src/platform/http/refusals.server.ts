import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { HttpRefusal } from './http-errors.ts'

/** Why something was not done, as the functions of a slice return it. */
export type Refusal<Code extends string = string> = { refused: Code }

/** How a refusal is answered. */
type RefusalAnswer<Of> = {
  status: ContentfulStatusCode
  /** The sentence for people. */
  text: string | ((refusal: Of) => string)
  /** The code of the answer, where it is not the refusal's own name. */
  code?: string
  /** The input at fault. */
  field?: string
  /** In how many seconds to try again. */
  retryAfter?: (refusal: Of) => number
}

/** A slice's refusals with their answers: a refusal without a row is a type error. */
type RefusalTable<Of extends Refusal> = {
  [Code in Of['refused']]: RefusalAnswer<Extract<Of, Refusal<Code>>>
}

/** Turns a slice's refusals into answers: `throw refuse({ refused: 'no-such-review' })`. */
export function refusals<Of extends Refusal>(table: RefusalTable<Of>) {
  return (refusal: Of): HttpRefusal => {
    const name: Of['refused'] = refusal.refused
    // TypeScript does not see that the row of a refusal's own name is about that refusal.
    const row = table[name] as RefusalAnswer<Of>
    const message = typeof row.text === 'string' ? row.text : row.text(refusal)
    return new HttpRefusal(row.status, row.code ?? name, message, {
      ...(row.field && { fields: { [row.field]: message } }),
      ...(row.retryAfter && { headers: { 'Retry-After': String(row.retryAfter(refusal)) } }),
    })
  }
}
