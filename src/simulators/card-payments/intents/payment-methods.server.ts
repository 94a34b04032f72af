import { z } from 'zod'
import { apiCall, unixSeconds } from '#simulators/card-payments/api/api-call.ts'
import { expand, integer, metadata, text } from '#simulators/card-payments/api/parameters.ts'
import {
  invalidRequest,
  isRefusal,
  noSuch,
  type Refusal,
} from '#simulators/card-payments/api/refusal.ts'
import {
  findObject,
  insertObject,
  newId,
} from '#simulators/card-payments/store/object-store.server.ts'
import type { BillingDetails, PaymentMethod } from '#simulators/card-payments/store/objects.ts'
import type { Transaction } from '#simulators/card-payments/store/transaction.server.ts'
import { checkCard } from './card-check.ts'
import { type CardBehaviour, type TestCard, testCards } from './test-cards.ts'

const billingDetails = z.strictObject({
  address: z
    .strictObject({
      city: text(500).optional(),
      country: text(2).optional(),
      line1: text(500).optional(),
      line2: text(500).optional(),
      postal_code: text(20).optional(),
      state: text(500).optional(),
    })
    .optional(),
  email: text(500).optional(),
  name: text(500).optional(),
  phone: text(100).optional(),
})

const cardEntry = z.strictObject({
  number: text(40),
  exp_month: integer,
  exp_year: integer,
  cvc: text(10).optional(),
})

/** Stores a card's brand, last four digits and behaviour, but not its number. */
async function storeCard(
  tx: Transaction,
  now: Date,
  card: TestCard,
  expiry: { exp_month: number; exp_year: number },
  details: z.output<typeof billingDetails> = {},
  metadata: Record<string, string> = {},
): Promise<PaymentMethod> {
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: fullDetails(details),
    card: {
      brand: card.brand,
      country: 'US',
      exp_month: expiry.exp_month,
      exp_year: expiry.exp_year < 100 ? 2000 + expiry.exp_year : expiry.exp_year,
      funding: 'credit',
      last4: card.number.slice(-4),
    },
    created: unixSeconds(now),
    customer: null,
    livemode: false,
    metadata,
    type: 'card',
  }
  await insertObject(tx, method)
  await tx.query('update card_simulator.object set behaviour = $2 where id = $1', [
    method.id,
    card.behaviour,
  ])
  return method
}

function fullDetails({
  address,
  email,
  name,
  phone,
}: z.output<typeof billingDetails>): BillingDetails {
  return {
    address: {
      city: address?.city ?? null,
      country: address?.country ?? null,
      line1: address?.line1 ?? null,
      line2: address?.line2 ?? null,
      postal_code: address?.postal_code ?? null,
      state: address?.state ?? null,
    },
    email: email ?? null,
    name: name ?? null,
    phone: phone ?? null,
  }
}

/** Returns a stored payment method, or creates one for a test id such as `pm_card_visa`. */
export async function resolvePaymentMethod(
  tx: Transaction,
  now: Date,
  id: string,
): Promise<PaymentMethod | Refusal> {
  const card = testCards.find((known) => known.ids.includes(id))
  if (card) {
    return storeCard(tx, now, card, { exp_month: 12, exp_year: now.getUTCFullYear() + 1 })
  }
  return (
    (await findObject(tx, 'payment_method', id)) ?? noSuch('PaymentMethod', id, 'payment_method')
  )
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
      card: cardEntry,
      billing_details: billingDetails.optional(),
      metadata: metadata.optional(),
      expand,
    }),
    run: async ({ tx, now, caller, parameters }) => {
      if (caller === 'secret') {
        return invalidRequest(
          'Sending credit card numbers directly to the Stripe API is generally unsafe. Use a test id such as pm_card_visa, or Stripe.js.',
          {},
          402,
        )
      }
      const card = checkCard(parameters.card, now)
      if (isRefusal(card)) return card
      return storeCard(
        tx,
        now,
        card,
        parameters.card,
        parameters.billing_details,
        parameters.metadata,
      )
    },
  }),
  apiCall({
    name: 'payment_methods.retrieve',
    method: 'get',
    path: '/payment_methods/:id',
    parameters: z.strictObject({ expand }),
    run: async ({ tx, id }) =>
      (await findObject(tx, 'payment_method', id)) ?? noSuch('PaymentMethod', id, 'payment_method'),
  }),
]
