import type { Pool } from 'pg'
import type { Event, PaymentIntent } from '#simulators/card-payments/store/objects.ts'

/** The data of the page, newest first, without client secrets. */
export type PageState = {
  intents: (Omit<PaymentIntent, 'client_secret'> & { amount_refunded: number })[]
  events: (Pick<Event, 'id' | 'type' | 'created'> & {
    object: string
    deliveries: DeliveryState[]
  })[]
  /** The number of deliveries still pending, retries included. */
  events_to_send: number
  faults: { kind: string; call: string | null; remaining: number }[]
}
type DeliveryState = {
  variant: string
  state: string
  attempts: number
  due_at: string
  last_answer: string | null
}

const maxShown = 25

export async function readPageState(pool: Pool): Promise<PageState> {
  const intents = await pool.query<{ intent: PageState['intents'][number] }>(
    `select body - 'client_secret' || jsonb_build_object('amount_refunded', coalesce((
       select (charge.body->>'amount_refunded')::int from card_simulator.object as charge
       where charge.id = intent.body->>'latest_charge'), 0)) as intent
     from card_simulator.object as intent where type = 'payment_intent' order by seq desc limit $1`,
    [maxShown],
  )
  const events = await pool.query<PageState['events'][number]>(
    `select event.id, body->>'type' as type, (body->>'created')::int as created,
       body->'data'->'object'->>'id' as object,
       (select coalesce(jsonb_agg(to_jsonb(d) - 'id' - 'event_id' order by d.id), '[]')
        from card_simulator.delivery as d where d.event_id = event.id) as deliveries
     from card_simulator.object as event where type = 'event' order by seq desc limit $1`,
    [maxShown],
  )
  const toSend = await pool.query<{ count: number }>(
    `select count(*)::int as count from card_simulator.delivery where state = 'pending'`,
  )
  const faults = await pool.query<PageState['faults'][number]>(
    'select kind, call, remaining from card_simulator.fault where remaining > 0 order by id',
  )
  return {
    intents: intents.rows.map(({ intent }) => intent),
    events: events.rows,
    events_to_send: toSend.rows[0]?.count ?? 0,
    faults: faults.rows,
  }
}
