import { z } from 'zod'
import { apiCall, unixSeconds } from '#simulators/card-payments/api/api-call.ts'
import { listObjects, pageParameters } from '#simulators/card-payments/api/object-lists.server.ts'
import { flag, integer, list, metadata, text } from '#simulators/card-payments/api/parameters.ts'
import { invalidRequest, isRefusal, type Refusal } from '#simulators/card-payments/api/refusal.ts'
import { findObject, insertObject, newId } from '#simulators/card-payments/store/object-store.server.ts'
import type { PaymentIntent } from '#simulators/card-payments/store/objects.ts'
import { confirmIntent } from './confirm-intent.server.ts'
import { intentAsSeenBy, intentToRead } from './intent-access.server.ts'
import { resolvePaymentMethod } from './payment-methods.server.ts'

const newIntent = z.strictObject({
  amount: integer,
  currency: text(10),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.literal('never') })
    .optional(),
  confirm: flag.optional(),
  metadata: metadata.optional(),
  payment_method: text(100).optional(),
})

function amountRefusal({ amount, currency }: z.output<typeof newIntent>): Refusal | undefined {
  if (currency.toLowerCase() !== 'usd') {
    return invalidRequest(`Invalid currency: ${currency}. The simulator supports only: usd`, {
      param: 'currency',
    })
  }
  if (amount < 50) {
    return invalidRequest('Amount must be at least $0.50 usd', {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
  if (amount > 99_999_999) {
    return invalidRequest('Amount must be no more than $999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
  return undefined
}

function buildIntent(parameters: z.output<typeof newIntent>, now: Date): PaymentIntent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    amount: parameters.amount,
    amount_received: 0,
    canceled_at: null,
    client_secret: newId(`${id}_secret`),
    created: unixSeconds(now),
    currency: 'usd',
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: parameters.metadata ?? {},
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
}

export const paymentIntentCalls = [
  apiCall({
    name: 'payment_intents.create',
    method: 'post',
    path: '/payment_intents',
    parameters: newIntent,
    run: async (context) => {
      const { tx, now, parameters } = context
      const refusal = amountRefusal(parameters)
      if (refusal) return refusal
      const intent = buildIntent(parameters, now)
      if (parameters.payment_method) {
        const method = await resolvePaymentMethod(tx, now, parameters.payment_method)
        if (isRefusal(method)) return method
        intent.payment_method = method.id
        intent.status = 'requires_confirmation'
      }
      await insertObject(tx, intent)
      return parameters.confirm ? confirmIntent(context, intent, intent.payment_method) : intent
    },
  }),
  apiCall({
    name: 'payment_intents.retrieve',
    method: 'get',
    path: '/payment_intents/:id',
    publishable: true,
    parameters: z.strictObject({
      client_secret: text(200).optional(),
      expand: list(z.literal('latest_charge')).optional(),
    }),
    run: async ({ tx, caller, id, parameters: { client_secret: clientSecret, expand } }) => {
      const intent = await intentToRead({ tx, caller, id, clientSecret })
      if (isRefusal(intent) || caller === 'publishable' || !expand) {
        return isRefusal(intent) ? intent : intentAsSeenBy(caller, intent)
      }
      const charge = await findObject(tx, 'charge', intent.latest_charge ?? '')
      return { ...intent, latest_charge: charge ?? null }
    },
  }),
  apiCall({
    name: 'payment_intents.list',
    method: 'get',
    path: '/payment_intents',
    parameters: z.strictObject(pageParameters),
    run: ({ tx, parameters }) => listObjects(tx, 'payment_intent', parameters),
  }),
]
