import { z } from 'zod'
import { apiCall, type CallContext } from '#simulators/card-payments/api/api-call.ts'
import { text } from '#simulators/card-payments/api/parameters.ts'
import { invalidRequest, isRefusal, type Refusal } from '#simulators/card-payments/api/refusal.ts'
import { takeFault } from '#simulators/card-payments/store/faults.server.ts'
import { saveObject } from '#simulators/card-payments/store/object-store.server.ts'
import type { IntentStatus, PaymentIntent, PaymentMethod } from '#simulators/card-payments/store/objects.ts'
import { chargeIntent } from './charge-intent.server.ts'
import { intentAsSeenBy, intentToChange } from './intent-access.server.ts'
import { behaviourOf, resolvePaymentMethod } from './payment-methods.server.ts'

/** The states in which an intent can be confirmed. Confirming in `requires_action` restarts authentication. */
const confirmable: IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']
const slowBankMilliseconds = 5000

type Context = Pick<CallContext<unknown>, 'tx' | 'now' | 'caller' | 'idempotencyKey'>

/** Charges a locked intent, or requires authentication first, depending on the card. */
export async function confirmIntent(
  context: Context,
  intent: PaymentIntent,
  methodId: string | null,
): Promise<Partial<PaymentIntent> | Refusal> {
  const { tx, now, caller } = context
  if (!confirmable.includes(intent.status)) return notConfirmable(caller, intent)
  if (!methodId) return missingMethod(caller, intent)
  const method = await resolvePaymentMethod(tx, now, methodId)
  if (isRefusal(method)) return method

  const behaviour = await behaviourOf(tx, method.id)
  intent.payment_method = method.id
  intent.last_payment_error = null
  if (behaviour === 'needs_authentication') return requireAuthentication(context, intent, method)
  if (await takeFault(tx, ['slow_bank', 'bank_on_hold'], 'payment_intents.confirm'))
    return settleLater(context, intent)
  return chargeIntent(context, intent, method, behaviour)
}

async function requireAuthentication(context: Context, intent: PaymentIntent, method: PaymentMethod) {
  const { brand, last4 } = method.card
  intent.status = 'requires_action'
  intent.next_action = {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_simulation', brand, last4 },
  }
  await saveObject(context.tx, intent)
  return intentAsSeenBy(context.caller, intent)
}

async function settleLater({ tx, now, caller }: Context, intent: PaymentIntent) {
  intent.status = 'processing'
  intent.next_action = null
  await saveObject(tx, intent)
  await tx.query('update card_simulator.object set settles_at = $2 where id = $1', [
    intent.id,
    new Date(now.getTime() + slowBankMilliseconds),
  ])
  return intentAsSeenBy(caller, intent)
}

function notConfirmable(caller: Context['caller'], intent: PaymentIntent): Refusal {
  const message =
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${confirmable.join(', ')}.`
  return unexpectedState(caller, intent, message)
}

function missingMethod(caller: Context['caller'], intent: PaymentIntent): Refusal {
  return unexpectedState(
    caller,
    intent,
    "You cannot confirm this PaymentIntent because it's missing a payment method. Confirm it again with a payment method.",
  )
}

/** Returns the error for a call that the intent's status does not allow. */
export function unexpectedState(caller: Context['caller'], intent: PaymentIntent, message: string): Refusal {
  return invalidRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intentAsSeenBy(caller, intent),
  })
}

export const confirmCalls = [
  apiCall({
    name: 'payment_intents.confirm',
    method: 'post',
    path: '/payment_intents/:id/confirm',
    publishable: true,
    parameters: z.strictObject({
      client_secret: text(200).optional(),
      payment_method: text(100).optional(),
    }),
    run: async (context) => {
      const { parameters } = context
      const intent = await intentToChange({ ...context, clientSecret: parameters.client_secret })
      if (isRefusal(intent)) return intent
      return confirmIntent(context, intent, parameters.payment_method ?? intent.payment_method)
    },
  }),
]
