import { z } from 'zod'
import { apiCall, unixSeconds } from '#simulators/card-payments/api/api-call.ts'
import { listObjects, pageParameters } from '#simulators/card-payments/api/object-lists.server.ts'
import { text } from '#simulators/card-payments/api/parameters.ts'
import { takeFault, type WebhookFault, webhookFaults } from '#simulators/card-payments/store/faults.server.ts'
import { insertObject, newId } from '#simulators/card-payments/store/object-store.server.ts'
import type { Event, EventType } from '#simulators/card-payments/store/objects.ts'
import type { Transaction } from '#simulators/card-payments/store/transaction.server.ts'

export type DeliveryVariant = 'true' | 'forged' | 'wrong_amount'

/** The API version of the pinned Stripe SDK. */
export const apiVersion = '2026-10-28.endive'

const delaySeconds: Partial<Record<WebhookFault, number>> = {
  webhook_late: 60,
  webhook_shuffled: 5,
}

/** Stores an event and its deliveries in the transaction of the change it reports. */
export async function recordEvent(
  tx: Transaction,
  now: Date,
  type: EventType,
  object: Event['data']['object'],
  idempotencyKey: string | null,
): Promise<void> {
  const event: Event = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: unixSeconds(now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: idempotencyKey },
    type,
  }
  await insertObject(tx, event)
  const fault = await takeFault(tx, webhookFaults, type)
  const dueAt = new Date(now.getTime() + 1000 * ((fault && delaySeconds[fault]) ?? 0))
  if (fault === 'webhook_forged') await addDelivery(tx, event.id, dueAt, 'forged')
  if (fault === 'webhook_wrong_amount') await addDelivery(tx, event.id, dueAt, 'wrong_amount')
  if (fault === 'webhook_doubled') await addDelivery(tx, event.id, dueAt)
  await addDelivery(tx, event.id, dueAt, 'true', fault === 'webhook_lost' ? 'lost' : 'pending')
}

export async function addDelivery(
  tx: Transaction,
  eventId: string,
  dueAt: Date,
  variant: DeliveryVariant = 'true',
  state: 'pending' | 'lost' = 'pending',
): Promise<void> {
  await tx.query(
    'insert into card_simulator.delivery (event_id, variant, state, due_at) values ($1, $2, $3, $4)',
    [eventId, variant, state, dueAt],
  )
}

export const eventCalls = [
  apiCall({
    name: 'events.list',
    method: 'get',
    path: '/events',
    parameters: z.strictObject({ ...pageParameters, type: text(100).optional() }),
    run: ({ tx, parameters }) => listObjects(tx, 'event', parameters, { type: parameters.type }),
  }),
]
