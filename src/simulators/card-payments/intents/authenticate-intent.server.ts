import { z } from 'zod'
import { apiCall } from '#simulators/card-payments/api/api-call.ts'
import { text } from '#simulators/card-payments/api/parameters.ts'
import { isRefusal } from '#simulators/card-payments/api/refusal.ts'
import { findObject } from '#simulators/card-payments/store/object-store.server.ts'
import { chargeIntent, failPayment } from './charge-intent.server.ts'
import { unexpectedState } from './confirm-intent.server.ts'
import { intentToChange } from './intent-access.server.ts'

/**
 * Submits the result of 3D Secure. Stripe's equivalent is internal; here the replacement for Stripe.js and tests call
 * it.
 */
export const authenticateCalls = [
  apiCall({
    name: 'payment_intents.authenticate',
    method: 'post',
    path: '/payment_intents/:id/authenticate',
    publishable: true,
    parameters: z.strictObject({
      client_secret: text(200).optional(),
      outcome: z.enum(['complete', 'fail']),
    }),
    run: async (context) => {
      const { tx, caller, parameters } = context
      const intent = await intentToChange({ ...context, clientSecret: parameters.client_secret })
      if (isRefusal(intent)) return intent
      const method = await findObject(tx, 'payment_method', intent.payment_method ?? '')
      if (intent.status !== 'requires_action' || !method) {
        const message = `This PaymentIntent has a status of ${intent.status}: it awaits no authentication.`
        return unexpectedState(caller, intent, message)
      }
      if (parameters.outcome === 'complete') return chargeIntent(context, intent, method, 'succeeds')
      return failPayment(
        context,
        intent,
        {
          type: 'invalid_request_error',
          code: 'payment_intent_authentication_failure',
          message:
            'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
          payment_method: method,
        },
        402,
      )
    },
  }),
]
