import type { Caller } from '#simulators/card-payments/api/api-call.ts'
import { sameText } from '#simulators/card-payments/api/api-keys.server.ts'
import { invalidRequest, noSuch, type Refusal } from '#simulators/card-payments/api/refusal.ts'
import { findObject, lockObject } from '#simulators/card-payments/store/object-store.server.ts'
import type { PaymentIntent } from '#simulators/card-payments/store/objects.ts'
import type { Transaction } from '#simulators/card-payments/store/transaction.server.ts'

type Request = { tx: Transaction; caller: Caller; id: string; clientSecret: string | undefined }

/** Returns the intent. A publishable key also needs the intent's client secret. */
export async function intentToRead(request: Request): Promise<PaymentIntent | Refusal> {
  return authorize(request, await findObject(request.tx, 'payment_intent', request.id))
}

/** Same as `intentToRead`, with the row locked, so that a concurrent confirm and cancel run one after the other. */
export async function intentToChange(request: Request): Promise<PaymentIntent | Refusal> {
  return authorize(request, await lockObject(request.tx, 'payment_intent', request.id))
}

function authorize(request: Request, intent: PaymentIntent | undefined): PaymentIntent | Refusal {
  if (!intent) return noSuch('payment_intent', request.id, 'intent')
  const { caller, clientSecret } = request
  if (caller === 'publishable' && clientSecret === undefined) {
    return invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    })
  }
  if (clientSecret !== undefined && !sameText(clientSecret, intent.client_secret)) {
    return invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    )
  }
  return intent
}

const forPublishableKey = [
  'id',
  'object',
  'amount',
  'canceled_at',
  'client_secret',
  'created',
  'currency',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'status',
] as const satisfies (keyof PaymentIntent)[]

/** Returns the fields that the caller may see. A publishable key sees neither metadata nor charges. */
export function intentAsSeenBy(caller: Caller, intent: PaymentIntent): Partial<PaymentIntent> {
  if (caller === 'secret') return intent
  return Object.fromEntries(forPublishableKey.map((field) => [field, intent[field]]))
}
