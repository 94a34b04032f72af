import { z } from 'zod'
import { apiCall, unixSeconds } from '#simulators/card-payments/api/api-call.ts'
import { isRefusal } from '#simulators/card-payments/api/refusal.ts'
import { saveObject } from '#simulators/card-payments/store/object-store.server.ts'
import type { IntentStatus } from '#simulators/card-payments/store/objects.ts'
import { recordEvent } from '#simulators/card-payments/webhooks/events.server.ts'
import { unexpectedState } from './confirm-intent.server.ts'
import { intentToChange } from './intent-access.server.ts'

/** The states in which no charge is in progress. */
const cancelable: IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export const cancelCalls = [
  apiCall({
    name: 'payment_intents.cancel',
    method: 'post',
    path: '/payment_intents/:id/cancel',
    parameters: z.strictObject({}),
    run: async (context) => {
      const { tx, now, caller, idempotencyKey } = context
      const intent = await intentToChange({ ...context, clientSecret: undefined })
      if (isRefusal(intent)) return intent
      if (!cancelable.includes(intent.status)) {
        return unexpectedState(
          caller,
          intent,
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancelable.join(', ')}.`,
        )
      }
      intent.status = 'canceled'
      intent.canceled_at = unixSeconds(now)
      intent.next_action = null
      await saveObject(tx, intent)
      await recordEvent(tx, now, 'payment_intent.canceled', intent, idempotencyKey)
      return intent
    },
  }),
]
