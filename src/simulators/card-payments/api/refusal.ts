import type { StripeError } from '#simulators/card-payments/objects.ts'

/** An answer that says no, in the provider's shape: status and `{ error }`. */
export type Refusal = { status: number; error: StripeError }

/** Tells a refusal from a result. */
export function isRefusal(value: object): value is Refusal {
  return 'error' in value && 'status' in value && typeof value.status === 'number'
}

/** A request that can't be carried out (400 unless said otherwise). */
export function invalidRequest(
  message: string,
  details: Pick<StripeError, 'code' | 'param' | 'payment_intent'> = {},
  status = 400,
): Refusal {
  return { status, error: { type: 'invalid_request_error', message, ...details } }
}

export function noSuch(type: string, id: string, param: string): Refusal {
  return invalidRequest(`No such ${type}: '${id}'`, { code: 'resource_missing', param }, 404)
}

export function cardRefusal(details: Omit<StripeError, 'type'>): Refusal {
  return { status: 402, error: { type: 'card_error', ...details } }
}
