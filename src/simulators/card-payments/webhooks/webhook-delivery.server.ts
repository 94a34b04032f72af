import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { unixSeconds } from '#simulators/card-payments/api/api-call.ts'
import type { Event } from '#simulators/card-payments/store/objects.ts'
import type { DeliveryVariant } from './events.server.ts'

export type Webhook = {
  url: string
  secret: string
  deliver: (request: Request) => Promise<Response>
}
type Delivery = { id: string; variant: DeliveryVariant; attempts: number; event: Event }

const maxAttempts = 10
/** A claimed delivery is retried after this time if its process dies before recording the result. */
const leaseMilliseconds = 30_000
const deliverTimeoutMilliseconds = 10_000

/** Sends the due events in order, one at a time, until `stopping`. Returns how many were sent. */
export async function deliverDueWebhooks(
  pool: Pool,
  webhook: Webhook,
  clock: () => Date,
  stopping: AbortSignal,
): Promise<number> {
  let sent = 0
  while (!stopping.aborted) {
    const delivery = await claimDelivery(pool, clock())
    if (!delivery) break
    await recordResult(pool, delivery, await send(webhook, delivery, clock()), clock())
    sent += 1
  }
  return sent
}

async function claimDelivery(pool: Pool, now: Date): Promise<Delivery | undefined> {
  const { rows } = await pool.query<Delivery>(
    `update card_simulator.delivery as claimed
     set attempts = attempts + 1, due_at = $2
     from card_simulator.object as event
     where event.id = claimed.event_id and claimed.id = (
       select id from card_simulator.delivery where state = 'pending' and due_at <= $1
       order by due_at, id limit 1 for update skip locked)
     returning claimed.id, variant, attempts, event.body as event`,
    [now, new Date(now.getTime() + leaseMilliseconds)],
  )
  return rows[0]
}

/** Returns the status of the response, or the error message when there was no response. */
async function send(webhook: Webhook, delivery: Delivery, now: Date): Promise<number | string> {
  const payload = JSON.stringify(payloadOf(delivery), null, 2)
  const secret = delivery.variant === 'forged' ? 'whsec_of_a_forger' : webhook.secret
  try {
    const response = await webhook.deliver(
      new Request(webhook.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(payload, secret, now),
          'user-agent': 'Stripe/1.0 (card payment simulator)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.timeout(deliverTimeoutMilliseconds),
      }),
    )
    await response.body?.cancel()
    return response.status
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function payloadOf({ variant, event }: Delivery): Event {
  if (variant !== 'wrong_amount') return event
  const object = { ...event.data.object, amount: event.data.object.amount + 1 }
  if (object.object === 'payment_intent') object.amount_received += 1
  return { ...event, data: { object } }
}

/** Marks the delivery as delivered on 2xx, otherwise retries after 1, 2, 4, … seconds. Fakes are sent once. */
async function recordResult(pool: Pool, delivery: Delivery, result: number | string, now: Date) {
  const delivered = typeof result === 'number' && result >= 200 && result < 300
  const last = delivery.variant !== 'true' || delivery.attempts >= maxAttempts
  await pool.query(
    'update card_simulator.delivery set state = $2, due_at = $3, last_answer = $4 where id = $1',
    [
      delivery.id,
      delivered ? 'delivered' : last ? 'failed' : 'pending',
      new Date(now.getTime() + 1000 * 2 ** (delivery.attempts - 1)),
      String(result),
    ],
  )
}

/** Returns the `Stripe-Signature` header of a payload: the time, and the HMAC of time and payload. */
function signatureHeader(payload: string, secret: string, now: Date): string {
  const time = unixSeconds(now)
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
  return `t=${time},v1=${signature}`
}
