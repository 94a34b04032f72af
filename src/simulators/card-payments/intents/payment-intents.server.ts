import { z } from 'zod'
import { apiCall, unixSeconds } from '#simulators/card-payments/api/api-call.ts'
import { listObjects, pageParameters } from '#simulators/card-payments/api/object-lists.server.ts'
import {
  expand,
  flag,
  integer,
  list,
  metadata,
  text,
} from '#simulators/card-payments/api/parameters.ts'
import { invalidRequest, isRefusal, type Refusal } from '#simulators/card-payments/api/refusal.ts'
import { insertObject, newId } from '#simulators/card-payments/store/object-store.server.ts'
import type { PaymentIntent } from '#simulators/card-payments/store/objects.ts'
import { confirmIntent } from './confirm-intent.server.ts'
import { intentAsSeenBy, intentToRead } from './intent-access.server.ts'
import { resolvePaymentMethod } from './payment-methods.server.ts'

const newIntent = z.strictObject({
  amount: integer,
  currency: text(10),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  capture_method: z.enum(['automatic', 'automatic_async']).optional(),
  confirm: flag.optional(),
  description: text(1000).optional(),
  metadata: metadata.optional(),
  payment_method: text(100).optional(),
  payment_method_types: list(z.literal('card')).optional(),
  receipt_email: text(500).optional(),
  return_url: text(2048).optional(),
  expand,
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
    automatic_payment_methods: parameters.payment_method_types
      ? null
      : {
          enabled: parameters.automatic_payment_methods?.enabled ?? true,
          allow_redirects: parameters.automatic_payment_methods?.allow_redirects ?? 'always',
        },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: unixSeconds(now),
    currency: 'usd',
    customer: null,
    description: parameters.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: parameters.metadata ?? {},
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    processing: null,
    receipt_email: parameters.receipt_email ?? null,
    setup_future_usage: null,
    shipping: null,
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
    parameters: z.strictObject({ client_secret: text(200).optional(), expand }),
    run: async ({ tx, caller, id, parameters }) => {
      const intent = await intentToRead({ tx, caller, id, clientSecret: parameters.client_secret })
      return isRefusal(intent) ? intent : intentAsSeenBy(caller, intent)
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
