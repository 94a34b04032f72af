import type { Pool } from 'pg'
import { z } from 'zod'
import type { Transaction } from './transaction.server.ts'

export const callFaults = ['timeout_before', 'timeout_after', 'rate_limited', 'server_error'] as const
export const webhookFaults = [
  'webhook_late',
  'webhook_shuffled',
  'webhook_doubled',
  'webhook_lost',
  'webhook_forged',
  'webhook_wrong_amount',
] as const
export type WebhookFault = (typeof webhookFaults)[number]

/** Every fault that can be injected, with its description. */
export const faultMeanings = {
  timeout_before: 'The call hangs and does nothing',
  timeout_after: 'The call takes effect, then hangs',
  rate_limited: 'The call returns 429',
  server_error: 'The call returns 500 and does nothing',
  slow_bank: 'A confirmed payment stays in processing for 5 seconds',
  bank_on_hold: 'A confirmed payment or refund stays unsettled until the faults are cleared',
  refund_fails: 'A refund stays pending for 5 seconds, then fails',
  webhook_late: 'The event is sent a minute late',
  webhook_shuffled: 'The event is overtaken by those of the next 5 seconds',
  webhook_doubled: 'The event is sent twice',
  webhook_lost: 'The event is never sent',
  webhook_forged: 'A forgery with a wrong signature is sent first',
  webhook_wrong_amount: 'A correctly signed event with a wrong amount is sent first',
} as const
export type FaultKind = keyof typeof faultMeanings

/** A request for faults: the next `count` calls or events named `call` (any when empty) misbehave. */
export const faultOrder = z.strictObject({
  kind: z.enum(Object.keys(faultMeanings) as [FaultKind, ...FaultKind[]]),
  count: z.coerce.number().int().min(1).max(1000).default(1),
  call: z
    .string()
    .regex(/^[\w.]{0,100}$/)
    .transform((name) => name || null)
    .nullish(),
})

export async function orderFault(db: Pool, order: z.output<typeof faultOrder>): Promise<void> {
  await db.query('insert into card_simulator.fault (kind, call, remaining) values ($1, $2, $3)', [
    order.kind,
    order.call ?? null,
    order.count,
  ])
}

export async function clearFaults(db: Pool): Promise<void> {
  await db.query('delete from card_simulator.fault')
}

/** Consumes one pending fault of these kinds for this call. Returns its kind. */
export async function takeFault<Kind extends FaultKind>(
  db: Pool | Transaction,
  kinds: readonly Kind[],
  call: string,
): Promise<Kind | undefined> {
  const { rows } = await db.query<{ kind: Kind }>(
    `update card_simulator.fault set remaining = remaining - 1 where id = (
       select id from card_simulator.fault
       where kind = any($1) and remaining > 0 and (call is null or call = $2)
       order by id limit 1 for update
     ) returning kind`,
    [kinds, call],
  )
  return rows[0]?.kind
}
