import { z } from 'zod'
import { apiCall, unixSeconds } from '#simulators/card-payments/api/api-call.ts'
import { integer, text } from '#simulators/card-payments/api/parameters.ts'
import { cardRefusal, invalidRequest, noSuch, type Refusal } from '#simulators/card-payments/api/refusal.ts'
import { findObject, insertObject, newId } from '#simulators/card-payments/store/object-store.server.ts'
import type { PaymentMethod } from '#simulators/card-payments/store/objects.ts'
import type { Transaction } from '#simulators/card-payments/store/transaction.server.ts'
import { type CardBehaviour, type TestCard, testCards } from './test-cards.ts'

/** Stores a card's brand, last four digits and behaviour, but not its number. */
async function storeCard(tx: Transaction, now: Date, card: TestCard): Promise<PaymentMethod> {
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    card: { brand: card.brand, last4: card.number.slice(-4) },
    created: unixSeconds(now),
    livemode: false,
    type: 'card',
  }
  await insertObject(tx, method)
  await tx.query('update card_simulator.object set behaviour = $2 where id = $1', [method.id, card.behaviour])
  return method
}

/** Returns a stored payment method, or creates one for a test id such as `pm_card_visa`. */
export async function resolvePaymentMethod(
  tx: Transaction,
  now: Date,
  id: string,
): Promise<PaymentMethod | Refusal> {
  const card = testCards.find((known) => known.id === id)
  if (card) return storeCard(tx, now, card)
  return (await findObject(tx, 'payment_method', id)) ?? noSuch('PaymentMethod', id, 'payment_method')
}

export async function behaviourOf(tx: Transaction, id: string): Promise<CardBehaviour> {
  const { rows } = await tx.query<{ behaviour: CardBehaviour }>(
    'select behaviour from card_simulator.object where id = $1',
    [id],
  )
  if (!rows[0]) throw new Error(`Payment method ${id} does not exist`)
  return rows[0].behaviour
}

export const paymentMethodCalls = [
  apiCall({
    name: 'payment_methods.create',
    method: 'post',
    path: '/payment_methods',
    publishable: true,
    parameters: z.strictObject({
      type: z.literal('card'),
      // The browser component has checked number, expiry date and security code.
      card: z.strictObject({
        number: text(40),
        exp_month: integer,
        exp_year: integer,
        cvc: text(10),
      }),
      billing_details: z
        .strictObject({
          address: z.strictObject({ postal_code: text(20).optional() }).optional(),
          email: text(500).optional(),
          name: text(500).optional(),
        })
        .optional(),
    }),
    run: async ({ tx, now, caller, parameters }) => {
      if (caller === 'secret') {
        return invalidRequest(
          'Sending credit card numbers directly to the Stripe API is generally unsafe. Use a test id such as pm_card_visa, or Stripe.js.',
          {},
          402,
        )
      }
      const number = parameters.card.number.replaceAll(/[\s-]/g, '')
      const card = testCards.find((known) => known.number === number)
      return card ? storeCard(tx, now, card) : notATestCard
    },
  }),
]

const notATestCard = cardRefusal({
  code: 'card_declined',
  decline_code: 'test_mode_live_card',
  message:
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
})
