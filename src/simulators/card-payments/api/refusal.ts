import type { StripeError } from '#simulators/card-payments/store/objects.ts'

/** An error response in Stripe's shape. */
export type Refusal = { status: number; error: StripeError }

export function isRefusal(value: object): value is Refusal {
  return 'error' in value && 'status' in value && typeof value.status === 'number'
}

/** Returns an `invalid_request_error`; the status defaults to 400. */
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
