import { type CallContext, unixSeconds } from '#simulators/card-payments/api/api-call.ts'
import type { Refusal } from '#simulators/card-payments/api/refusal.ts'
import { insertObject, newId, saveObject } from '#simulators/card-payments/store/object-store.server.ts'
import type {
  Charge,
  PaymentIntent,
  PaymentMethod,
  StripeError,
} from '#simulators/card-payments/store/objects.ts'
import { recordEvent } from '#simulators/card-payments/webhooks/events.server.ts'
import { intentAsSeenBy } from './intent-access.server.ts'
import { type CardBehaviour, declineOf } from './test-cards.ts'

type Context = Pick<CallContext<unknown>, 'tx' | 'now' | 'caller' | 'idempotencyKey'>

/** Charges the card of a locked intent. A declined intent returns to `requires_payment_method`. */
export async function chargeIntent(
  context: Context,
  intent: PaymentIntent,
  method: PaymentMethod,
  behaviour: CardBehaviour,
): Promise<Partial<PaymentIntent> | Refusal> {
  const { tx, now, caller, idempotencyKey } = context
  const decline = declineOf(behaviour)
  const charge = buildCharge(intent, method, now, decline)
  await insertObject(tx, charge)
  intent.latest_charge = charge.id
  if (decline) {
    const error: StripeError = { type: 'card_error', charge: charge.id, ...decline }
    return failPayment(context, intent, { ...error, payment_method: method }, 402)
  }
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.next_action = null
  await saveObject(tx, intent)
  await recordEvent(tx, now, 'payment_intent.succeeded', intent, idempotencyKey)
  return intentAsSeenBy(caller, intent)
}

/** Sets a locked intent to `requires_payment_method`, records the event and returns the error. */
export async function failPayment(
  context: Context,
  intent: PaymentIntent,
  error: StripeError,
  status: number,
): Promise<Refusal> {
  const { tx, now, caller, idempotencyKey } = context
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = error
  await saveObject(tx, intent)
  await recordEvent(tx, now, 'payment_intent.payment_failed', intent, idempotencyKey)
  return { status, error: { ...error, payment_intent: intentAsSeenBy(caller, intent) } }
}

function buildCharge(
  intent: PaymentIntent,
  method: PaymentMethod,
  now: Date,
  decline: { code: string; message: string } | undefined,
): Charge {
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    captured: !decline,
    created: unixSeconds(now),
    currency: 'usd',
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: method.card, type: 'card' },
    refunded: false,
    status: decline ? 'failed' : 'succeeded',
  }
}
