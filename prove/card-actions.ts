import { PROVIDER_SECRET_KEY } from '#prove/environment/environment.ts'
import type { FaultKind } from '#simulators/card-payments/store/faults.server.ts'
import type { ProofShop, Reply } from './shop.ts'

const SIMULATOR = '/simulators/stripe'

type Intent = { id: string; status: string }

export function intentOf(clientSecret: string): string {
  return clientSecret.replace(/_secret.*/, '')
}

/** Confirms a payment as the browser does, with the publishable key and the client secret. */
export function confirmCard(
  shop: ProofShop,
  { publishableKey, clientSecret }: { publishableKey: string; clientSecret: string },
  card = 'pm_card_visa',
): Promise<Reply<Intent>> {
  const intent = intentOf(clientSecret)
  return call(shop, publishableKey, `payment_intents/${intent}/confirm`, `confirm ${intent} ${card}`, {
    client_secret: clientSecret,
    payment_method: card,
  })
}

/** Pays in the name of a payment through an intent that the shop did not create. */
export function payOutsideShop(
  shop: ProofShop,
  paymentId: string,
  amountCents: number,
  card = 'pm_card_visa',
): Promise<Reply<Intent>> {
  return call(shop, PROVIDER_SECRET_KEY, 'payment_intents', `outside ${paymentId}`, {
    amount: `${amountCents}`,
    currency: 'usd',
    'metadata[paymentId]': paymentId,
    payment_method: card,
    confirm: 'true',
  })
}

/** Refunds a part of a payment at the provider's own site. */
export function refundOutsideShop(
  shop: ProofShop,
  intent: string,
  amountCents: number,
): Promise<Reply<{ id: string }>> {
  return call(shop, PROVIDER_SECRET_KEY, 'refunds', `refund outside ${intent}`, {
    payment_intent: intent,
    amount: `${amountCents}`,
  })
}

/** Injects a fault into the next `count` payment_intent.succeeded events. */
export function spoilEvents(shop: ProofShop, kind: FaultKind, count: number): Promise<void> {
  return spoil(shop, kind, count, 'payment_intent.succeeded')
}

/** Injects a fault into the next `count` calls or events named `call`. */
export async function spoil(shop: ProofShop, kind: FaultKind, count: number, call: string): Promise<void> {
  const { status } = await shop.send('other', `${SIMULATOR}/faults`, {
    method: 'POST',
    body: { kind, count, call },
  })
  if (status !== 200) throw new Error(`Injecting the fault ${kind} returned ${status}`)
}

/** Lets the shop's next `count` refunds fail, and loses as many of the events about refunds. */
export async function spoilRefunds(shop: ProofShop, count: number): Promise<void> {
  const faults: { kind: FaultKind; call: string }[] = [
    { kind: 'refund_fails', call: 'refunds.create' },
    { kind: 'webhook_lost', call: 'refund.failed' },
    { kind: 'webhook_lost', call: 'charge.refund.updated' },
  ]
  for (const { kind, call } of faults) await spoil(shop, kind, count, call)
}

/** Injects a fault into the shop's next calls about payments, until `clearFaults`. */
export async function spoilPayments(shop: ProofShop, kind: FaultKind): Promise<void> {
  for (const call of ['payment_intents.create', 'payment_intents.retrieve']) {
    await spoil(shop, kind, 1000, call)
  }
}

export async function clearFaults(shop: ProofShop): Promise<void> {
  const { status } = await shop.send('other', `${SIMULATOR}/faults/clear`, {
    method: 'POST',
    body: {},
  })
  if (status !== 200) throw new Error(`Clearing the faults returned ${status}`)
}

/** Returns the number of events that the card simulator has not sent yet. */
export async function eventsToSend(shop: ProofShop): Promise<number> {
  const { status, body } = await shop.send<{ events_to_send: number }>('other', SIMULATOR, {
    headers: { Accept: 'application/json' },
  })
  if (status !== 200) throw new Error(`The card simulator returned ${status}`)
  return body.events_to_send
}

function call(
  shop: ProofShop,
  apiKey: string,
  path: string,
  idempotencyKey: string,
  parameters: Record<string, string>,
) {
  return shop.send<Intent>('payment', `${SIMULATOR}/v1/${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Idempotency-Key': idempotencyKey,
    },
    body: `${new URLSearchParams(parameters)}`,
  })
}
